import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"74. Texts that a translator replaced","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0074-texts-that-a-translator-replaced.md","filePath":"decisions/0074-texts-that-a-translator-replaced.md"}',
)
const _sfc_main = { name: 'decisions/0074-texts-that-a-translator-replaced.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="74-texts-that-a-translator-replaced" tabindex="-1">74. Texts that a translator replaced <a class="header-anchor" href="#74-texts-that-a-translator-replaced" aria-label="Permalink to &quot;74. Texts that a translator replaced&quot;">​</a></h1><p><strong>Situation.</strong> A browser that translates a page replaces each text node by a <code>font</code> element. React keeps its reference to the removed text node: new words went into a node outside the document, and React failed when it looked for the node in the document. Answers lost words, messages &quot;could not be shown in full&quot;, and the header said &quot;answering&quot; forever.</p><p><strong>Decision.</strong></p><ul><li><strong><code>keepOwnTexts</code> watches the frame.</strong> After a translator has replaced a text node, the node is inserted again, empty, before the translator&#39;s element, so React finds it. When React writes new words, the element is removed, and the translator sees new text. When the translator removes its element, the node gets its words back. Observers run before React&#39;s next task, so React never works on a changed document.</li><li><strong>Changing text has <code>translate=&quot;no&quot;</code></strong>: an answer until it is complete, the status line, live regions, notices, counters. So have names of files, addresses, hosts and code, whose translation would be wrong. When an answer is complete, <code>offerTexts</code> writes its text again unchanged, so that translators that watch for changes translate it.</li><li><strong><code>RedrawBoundary</code></strong> draws a message, or the frame, again if React misses an element that other code removed: at most three times in ten seconds. Other errors propagate.</li></ul><p><strong>Not done.</strong></p><ul><li>Wrapping each text in an element keeps React from failing, but every future text has to remember it, and markdown would double its elements.</li><li>A patch of <code>Node.prototype.removeChild</code> and <code>insertBefore</code>, as often advised, hides the failure and loses the words.</li><li><code>translate=&quot;no&quot;</code> on the whole frame denies the translation to people who need it, and some extensions ignore it.</li><li>A translator that writes new text nodes in place of ours, without an element, is not recognised. No such translator is known.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0074-texts-that-a-translator-replaced.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0074TextsThatATranslatorReplaced = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0074TextsThatATranslatorReplaced as default }
