import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"11. Limits are counted per process or together","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0011-limits-count-together-or-apart.md","filePath":"decisions/0011-limits-count-together-or-apart.md"}',
)
const _sfc_main = { name: 'decisions/0011-limits-count-together-or-apart.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="11-limits-are-counted-per-process-or-together" tabindex="-1">11. Limits are counted per process or together <a class="header-anchor" href="#11-limits-are-counted-per-process-or-together" aria-label="Permalink to &quot;11. Limits are counted per process or together&quot;">​</a></h1><p><strong>Situation.</strong> One server counts calls in memory. Several must count together, or three servers allow three times as much. But a limit must never be the reason that nobody can send.</p><p><strong>Decision.</strong> Counters are an interface with two makers: memory, and Redis when <code>REDIS_URL</code> is set, each rule one atomic step on the Redis side. When Redis does not answer within a quarter of a second the process counts in its own memory, says so once in the log, and goes back when Redis does. Limits of how often and of how much stand in one table with one list of names (<code>ALCOVE_LIMITS</code>, or <code>limits</code> of a project&#39;s block).</p><p><strong>Consequence.</strong> While Redis is away, a caller who meets three servers gets up to three times as much. Limits are against floods, not for billing.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0011-limits-count-together-or-apart.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0011LimitsCountTogetherOrApart = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0011LimitsCountTogetherOrApart as default }
