import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"6. The server runs as TypeScript","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0006-the-server-runs-as-typescript.md","filePath":"decisions/0006-the-server-runs-as-typescript.md"}',
)
const _sfc_main = { name: 'decisions/0006-the-server-runs-as-typescript.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="6-the-server-runs-as-typescript" tabindex="-1">6. The server runs as TypeScript <a class="header-anchor" href="#6-the-server-runs-as-typescript" aria-label="Permalink to &quot;6. The server runs as TypeScript&quot;">​</a></h1><p><strong>Situation.</strong> The server is some hundred small modules.</p><p><strong>Decision.</strong> Node runs <code>server/main.ts</code> directly and strips the types. There is no server build.</p><p><strong>Why.</strong> It starts in about 0.2 s, a stack trace names the line somebody wrote, and there is one step less between a change and its effect.</p><p><strong>Consequence.</strong> Only syntax that can be erased: no enums, no parameter properties, imports with <code>.ts</code> (<code>erasableSyntaxOnly</code>, <code>verbatimModuleSyntax</code>). Loader and frame are built, because browsers need it.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0006-the-server-runs-as-typescript.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0006TheServerRunsAsTypescript = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0006TheServerRunsAsTypescript as default }
