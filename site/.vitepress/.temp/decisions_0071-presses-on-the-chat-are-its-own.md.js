import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"71. The chat keeps its own presses and its own tag","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0071-presses-on-the-chat-are-its-own.md","filePath":"decisions/0071-presses-on-the-chat-are-its-own.md"}',
)
const _sfc_main = { name: 'decisions/0071-presses-on-the-chat-are-its-own.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="71-the-chat-keeps-its-own-presses-and-its-own-tag" tabindex="-1">71. The chat keeps its own presses and its own tag <a class="header-anchor" href="#71-the-chat-keeps-its-own-presses-and-its-own-tag" aria-label="Permalink to &quot;71. The chat keeps its own presses and its own tag&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Libraries make dialogs modal by script: React Aria, Radix, Headless UI, focus-trap, MUI, Bootstrap. They hide or disable what stands beside the dialog in <code>body</code>, swallow presses outside of it or close because of them, and take the focus back. The chat stands on <code>&lt;html&gt;</code>, so it is neither hidden nor disabled, but its launcher&#39;s presses and its focus were taken. Optimisers of pages run our script from elsewhere than its tag, so <code>document.currentScript</code> is empty or another script.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>Events of the chat end at the window while such a dialog is open</strong>, before the page hears them, and the chat&#39;s own elements get a copy that stays in the shadow root. A dialog is what says so: <code>role=&quot;dialog&quot;</code>, <code>alertdialog</code>, or <code>aria-modal</code>. Without one the page hears of each press as ever, so that its menus close and its statistics count.</li><li><strong>React Aria gets its own sign</strong>, <code>data-react-aria-top-layer</code>, since it asks for the focused element instead of listening. The other libraries have none that works for elements outside of their own tree.</li><li><strong>The tag is looked for in the document</strong> by the address of the file, in any attribute of a script element, when no script of ours is running. The address of a running script of ours is never replaced. Tags of two services are no answer: the console says what to exclude.</li></ul><h2 id="instead-of" tabindex="-1">Instead of <a class="header-anchor" href="#instead-of" aria-label="Permalink to &quot;Instead of&quot;">​</a></h2><ul><li>moving the chat into each dialog, as for <code>&lt;dialog&gt;</code>: a dialog with a transform or hidden overflow would cut it, and a framework that draws its dialog anew would throw it out;</li><li>a list of libraries: each one&#39;s next release could differ, and what they do is the same;</li><li>guessing among several tags: a wrong one is another tenant&#39;s chat.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>A focus trap around an element without a dialog&#39;s role still takes the focus, and its page has to give it the role. While a dialog is open, listeners of the page for presses do not hear of those on the launcher.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0071-presses-on-the-chat-are-its-own.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0071PressesOnTheChatAreItsOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0071PressesOnTheChatAreItsOwn as default }
