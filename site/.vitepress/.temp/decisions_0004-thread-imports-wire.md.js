import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"4. shared/thread imports shared/wire","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0004-thread-imports-wire.md","filePath":"decisions/0004-thread-imports-wire.md"}',
)
const _sfc_main = { name: 'decisions/0004-thread-imports-wire.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="4-sharedthread-imports-sharedwire" tabindex="-1">4. <code>shared/thread</code> imports <code>shared/wire</code> <a class="header-anchor" href="#4-sharedthread-imports-sharedwire" aria-label="Permalink to &quot;4. \`shared/thread\` imports \`shared/wire\`&quot;">​</a></h1><p><strong>Situation.</strong> The plan let <code>shared/wire</code> import <code>shared/thread</code>.</p><p><strong>Decision.</strong> The other way round: <code>shared/thread</code> may import <code>shared/wire</code>, and <code>shared/wire</code> imports <code>shared</code> only.</p><p><strong>Why.</strong> The fold takes a message and a chunk, so the thread&#39;s code needs the wire&#39;s chunk type. The wire needs nothing of the thread: a chunk is what travels, whatever it is folded into. Both arrows together would be a circle.</p><p><strong>Consequence.</strong> Whoever only reads the stream imports no message model.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0004-thread-imports-wire.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0004ThreadImportsWire = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0004ThreadImportsWire as default }
