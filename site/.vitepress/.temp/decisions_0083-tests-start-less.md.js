import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"83. Tests start less, and wait for what happens","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0083-tests-start-less.md","filePath":"decisions/0083-tests-start-less.md"}',
)
const _sfc_main = { name: 'decisions/0083-tests-start-less.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="83-tests-start-less-and-wait-for-what-happens" tabindex="-1">83. Tests start less, and wait for what happens <a class="header-anchor" href="#83-tests-start-less-and-wait-for-what-happens" aria-label="Permalink to &quot;83. Tests start less, and wait for what happens&quot;">​</a></h1><p><strong>Situation.</strong> Integration tests took 416 seconds of processor time, unit tests in Node 63, and nine browser tests 31. No single file stands out: 134 starts of a server take half a second each, and the rest is spread over 600 files. On a machine with some thirty runnable programs three integration tests failed by their clock.</p><p><strong>Decision.</strong></p><ul><li><strong>Unit tests of server, scripts and contracts are read by Node itself</strong> (project <code>node</code>), as integration tests are. Tests of the frame (project <code>frame</code>) and of documents (<code>dom</code>) need Vite, which reads TSX and style sheets.</li><li><strong>A test of processes gets a copy of a migrated database</strong> (<code>createMigratedDatabase</code>). <code>postgres-safety.long.integration.test.ts</code> holds that several servers may make the tables at once.</li><li><strong>What is the same for the tests of a block starts once</strong>: one proxy of a kind stands in front of the test&#39;s own server, and each test says how that answers.</li><li><strong>A load is made of calls that a person makes.</strong> A loop that lists threads as fast as it can takes the processor from what is tested.</li><li><strong>A test holds an answer or a database until the reader has come so far</strong>, instead of giving the reader a second and a half. <code>hold</code> and <code>release</code> of the model, a script in Redis that the operator ends, and fake timers do that.</li></ul><p><strong>What was not done.</strong> Optimizing compilers of Node switched off, larger young generations and one thread for garbage collection were measured with the tests of tenancy: 7.8 to 8.0 seconds against 8.1, so nothing. <code>oxlint --type-check</code> in place of <code>tsc</code> takes 24 seconds of processor time where both take 28, reads the documentation&#39;s theme as another project, and loses the compiler&#39;s own cache.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0083-tests-start-less.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0083TestsStartLess = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0083TestsStartLess as default }
