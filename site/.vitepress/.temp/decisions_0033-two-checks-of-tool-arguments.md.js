import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"33. Tool arguments are checked twice","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0033-two-checks-of-tool-arguments.md","filePath":"decisions/0033-two-checks-of-tool-arguments.md"}',
)
const _sfc_main = { name: 'decisions/0033-two-checks-of-tool-arguments.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="33-tool-arguments-are-checked-twice" tabindex="-1">33. Tool arguments are checked twice <a class="header-anchor" href="#33-tool-arguments-are-checked-twice" aria-label="Permalink to &quot;33. Tool arguments are checked twice&quot;">​</a></h1><p>Arguments that a model writes are checked against a JSON Schema at two places: those of the operator&#39;s tools by the server, with <code>zod</code> (<code>server/models/check-call.ts</code>), those of the page&#39;s tools by the frame, with <code>@cfworker/json-schema</code> (<code>widget/conversation/tools/start-execution.ts</code>). One library for both was tried in both directions:</p><table tabindex="0"><thead><tr><th>Schema</th><th><code>zod</code> 4.6</th><th><code>@cfworker/json-schema</code> 4.1</th></tr></thead><tbody><tr><td><code>type: &#39;strng&#39;</code></td><td>refused when it is read</td><td>every call fails</td></tr><tr><td>a reference to nowhere</td><td>refused when it is read</td><td>the first call throws</td></tr><tr><td>a pattern that is none</td><td>refused when it is read</td><td>the first call throws</td></tr><tr><td><code>if</code> / <code>then</code> / <code>else</code></td><td>refused when it is read</td><td>checked</td></tr><tr><td>a required name is missing, another is too short</td><td>the second alone</td><td>both</td></tr><tr><td>bytes in the frame (minified, brotli)</td><td>33,254</td><td>5,815</td></tr></tbody></table><ul><li><strong>The server keeps <code>zod</code>.</strong> An operator&#39;s mistake ends the start with a sentence that names the tool, and not a visitor&#39;s first call. It is there anyway: the AI SDK needs it.</li><li><strong>The frame keeps the small one.</strong> A page&#39;s schema comes from libraries of all kinds, conditions included, and a page that makes a mistake is told at the call.</li><li>What a model reads is the same from both: <code>shared/argument-texts.ts</code> words it.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0033-two-checks-of-tool-arguments.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0033TwoChecksOfToolArguments = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0033TwoChecksOfToolArguments as default }
