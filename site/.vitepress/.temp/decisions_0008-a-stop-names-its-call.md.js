import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"8. A stop names its call","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0008-a-stop-names-its-call.md","filePath":"decisions/0008-a-stop-names-its-call.md"}',
)
const _sfc_main = { name: 'decisions/0008-a-stop-names-its-call.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="8-a-stop-names-its-call" tabindex="-1">8. A stop names its call <a class="header-anchor" href="#8-a-stop-names-its-call" aria-label="Permalink to &quot;8. A stop names its call&quot;">​</a></h1><p><strong>Situation.</strong> A stop may reach the server before the chat call it means, and must win then. It may also come late, when its answer has just ended and the next one runs.</p><p><strong>Decision.</strong> A chat call carries a <code>requestId</code>, and so does its stop. An early stop is kept ten seconds for exactly that call; a late one finds no run of its name and changes nothing. A stop without a name stops whatever runs in the thread, and is kept only for a thread that the server does not know yet. What was taken back is told twice: in the answer <code>{ removed: [{ id, external_id }] }</code>, and to every reader as <code>messageMetadata.alcove.removed</code> before the stream&#39;s <code>abort</code>.</p><p><strong>Consequence.</strong> Clients of the public contract, which send no <code>requestId</code>, keep working.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0008-a-stop-names-its-call.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0008AStopNamesItsCall = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0008AStopNamesItsCall as default }
