import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"50. Steps of an answer are run by our own code","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0050-the-model-read-directly.md","filePath":"decisions/0050-the-model-read-directly.md"}',
)
const _sfc_main = { name: 'decisions/0050-the-model-read-directly.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="50-steps-of-an-answer-are-run-by-our-own-code" tabindex="-1">50. Steps of an answer are run by our own code <a class="header-anchor" href="#50-steps-of-an-answer-are-run-by-our-own-code" aria-label="Permalink to &quot;50. Steps of an answer are run by our own code&quot;">​</a></h1><p>Decision 34 sent most words past the AI SDK and left everything else to its helper for several steps. What was left still cost each answer the setting up of fourteen streams, which stood between a question and its first word and held memory until the answer ended.</p><ul><li><strong><code>server/models/model-steps.ts</code> asks the provider&#39;s package itself</strong>: reads what the model says, checks its calls, runs the tools of this server, and asks again with what was said and done. It is the run engine&#39;s own business: approvals, interrupts, the browser&#39;s tools and answers that go on were ours before, wrapped in the helper&#39;s words for them.</li><li><strong>What stays with the packages of the providers</strong> is all that differs from one to another: the request, the events, errors, signatures of reasoning, what a provider runs itself. <code>ai</code> is a package of the tests now; with it go its gateway and the sign-in that comes with it.</li><li><strong>One test holds it to the SDK</strong>: the same 300 random answers of texts, reasoning with signatures, empty parts, files, right and wrong calls, and calls that a provider makes itself go through both, and each request of every step must be the same. It found that results bear what the provider said of their call.</li><li><strong>One difference is meant</strong>: a tool&#39;s failure was told the model as <code>AlcoveError: …</code>; it reads the person&#39;s sentence now.</li><li><strong>What is wrong with a stream in its middle</strong> comes as an error of the package, or as the provider&#39;s own JSON. <code>readStreamError</code> reads the latter, where the helper did.</li></ul><p>Before and after on a machine at rest, the two in one go (the token that is proven once and the statements that were saved came with it):</p><table tabindex="0"><thead><tr><th></th><th>before</th><th>after</th></tr></thead><tbody><tr><td>first word, p50, one at a time</td><td>7.5 ms</td><td>5.1 ms</td></tr><tr><td>of it the relay and the disk</td><td>1.4 ms</td><td>1.3 ms</td></tr><tr><td>from the commit of the question to the request to the provider</td><td>1.3 ms</td><td>0.8 ms</td></tr><tr><td>statements before the first word</td><td>22</td><td>15</td></tr><tr><td>live objects an answer, 300 at once</td><td>0.25 MiB</td><td>0.15 MiB</td></tr><tr><td>the process an answer, from 100 to 400 at once</td><td>not measured</td><td>0.25 MiB</td></tr><tr><td>CPU a token, 300 at once</td><td>87 µs</td><td>91 µs</td></tr></tbody></table></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0050-the-model-read-directly.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0050TheModelReadDirectly = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0050TheModelReadDirectly as default }
