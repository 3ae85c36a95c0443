import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"47. States that are left out","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0047-states-that-are-not-there.md","filePath":"decisions/0047-states-that-are-not-there.md"}',
)
const _sfc_main = { name: 'decisions/0047-states-that-are-not-there.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="47-states-that-are-left-out" tabindex="-1">47. States that are left out <a class="header-anchor" href="#47-states-that-are-left-out" aria-label="Permalink to &quot;47. States that are left out&quot;">​</a></h1><p>The states that the chat has to look right in are photographed by <code>npm run pictures</code>, from one table (<code>e2e/states/state-table.ts</code>). Two of the list are not there in the form that it names.</p><ul><li><strong>A launcher with words beside its sign.</strong> The launcher is in the loader&#39;s first file, which may be 4,096 bytes and is full: every page pays for it, whether or not it wants words. A page that wants them has a button of its own with any words, in its own letters, and <code>data-launcher=&quot;#ask&quot;</code> makes it open and close the chat. What ours is called is read aloud, and shown by whoever asks for it.</li><li><strong>Messages that queue while an answer is made.</strong> Enter waits then, says so, and keeps what was typed (U19, U21). What is sent without a network does queue, in its place in the conversation, and each message can be changed and taken back there: the state of that number shows this queue.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0047-states-that-are-not-there.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0047StatesThatAreNotThere = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0047StatesThatAreNotThere as default }
