import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"80. A provider, a field and a call are declared once","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0080-declared-in-one-place.md","filePath":"decisions/0080-declared-in-one-place.md"}',
)
const _sfc_main = { name: 'decisions/0080-declared-in-one-place.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="80-a-provider-a-field-and-a-call-are-declared-once" tabindex="-1">80. A provider, a field and a call are declared once <a class="header-anchor" href="#80-a-provider-a-field-and-a-call-are-declared-once" aria-label="Permalink to &quot;80. A provider, a field and a call are declared once&quot;">​</a></h1><p><strong>Situation.</strong> A provider of models was declared in six places, a field of the API in two files that no type connected, and a new call of the API in eight to eleven: its route, a group of the page, a tenancy row, a row of query plans, a call of the bench. A person had to remember each of these lists.</p><p><strong>Decision.</strong></p><ul><li><strong>A provider is a row of <code>server/models/providers.ts</code></strong>: its name, its settings and how its model is made. A setting declares its parser, whether it is secret, and whether the model needs it. <code>server/settings-schema.ts</code>, the words of <code>ALCOVE_MODEL</code>, the redactor and the guide of the demo model read the rows; <code>npm run settings</code> writes <code>.env.example</code> and the lines of <code>docs/compose.yaml</code>. Settings are stored under their environment names, so that a row needs no new type.</li><li><strong>A field&#39;s meaning stands in its schema</strong> (<code>described</code> in <code>shared/api</code>). The frame must not contain the meanings, so it may import only types of <code>shared/api</code>, which the import check enforces. The schema of an answer that the frame reads is in <code>shared/wire</code>, without meanings; <code>describedFields</code> adds one for each field. A variable part of a path has its meaning in the route, and the path&#39;s first word selects the group on the page: a route without them does not compile.</li><li><strong>Tests and the bench take the list of routes.</strong> <code>server/testing/route-samples.ts</code> has sample calls of each route. The tests of tenancy send them as every kind of caller, and <code>route-plans.integration.test.ts</code> checks the plan of every statement that they cause, on both databases. The tenancy test fails for a route without a sample. The bench of hostile calls reads the API&#39;s description: it fills each field of a body to its limit, with long names and full pages. Only worse calls are written by hand.</li></ul><p><strong>Not done.</strong> A list of samples inside the routes would save one place, but would put ids of tests into the product. A method of <code>ThreadOperations</code> stays beside the call that it makes: other clients implement that interface.</p><p><strong>Consequences.</strong> A provider takes three places (package, row, generated files), a field one, a call six: its body and answer, the route, a sample, a query, the frame&#39;s function, a test. <code>query-plans.integration.test.ts</code> still checks the order of rows on large tables, since every database sorts small ones.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0080-declared-in-one-place.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0080DeclaredInOnePlace = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0080DeclaredInOnePlace as default }
