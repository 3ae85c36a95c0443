import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"9. Routes are declared once","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0009-routes-are-declared-once.md","filePath":"decisions/0009-routes-are-declared-once.md"}',
)
const _sfc_main = { name: 'decisions/0009-routes-are-declared-once.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="9-routes-are-declared-once" tabindex="-1">9. Routes are declared once <a class="header-anchor" href="#9-routes-are-declared-once" aria-label="Permalink to &quot;9. Routes are declared once&quot;">​</a></h1><p><strong>Situation.</strong> A call of the API has a path, a wall, a query, a body, answers and refusals. They stand in the router, in the description that clients read, and in the tests that try each route as a stranger. Written three times, they drift apart.</p><p><strong>Decision.</strong> A route is one value (<code>server/routes/route.ts</code>): method, path, who may call, schemas of query, body and answers, and a handler that gets what the schemas let through and the parts of the service that it calls. The router, the OpenAPI document and the tenancy table are made from the list of these values (<code>server/app.ts</code>), which needs no service to be read. A route without a row in the tenancy table fails the tests, and so does an answer that its schema does not accept.</p><p><strong>Consequence.</strong> No framework of ours: a route is mounted on Hono, and a handler is still &quot;parse, call, answer&quot;.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0009-routes-are-declared-once.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0009RoutesAreDeclaredOnce = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0009RoutesAreDeclaredOnce as default }
