import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"24. Daily budgets","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0024-a-day-has-a-budget.md","filePath":"decisions/0024-a-day-has-a-budget.md"}',
)
const _sfc_main = { name: 'decisions/0024-a-day-has-a-budget.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="24-daily-budgets" tabindex="-1">24. Daily budgets <a class="header-anchor" href="#24-daily-budgets" aria-label="Permalink to &quot;24. Daily budgets&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Rates slow a flood down and do not end it: from one address, 59 new visitors and 369 model calls a minute fitted into all of them, some 22,000 an hour. Rates are counted in memory or Redis, may be lost, and let a call through when they are.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>The unit is a call of a model</strong>, not an answer: it is what is paid for. Steps of tools and titles count.</li><li><strong>Budgets stand in the store</strong>, one row for each project, day, name and key. One transaction adds the rows that lack, locks them in the order of their names, and takes from all or none: servers and calls at once cannot take more than there is. Unlike a rate, a budget that cannot be counted refuses.</li><li><strong>Reserved, then settled.</strong> A model is asked only after its calls were taken, all steps that the answer may have; it gets as many steps as it got calls. At the end the difference goes back, to the day it was taken from. A stopped answer pays for the call that was under way: otherwise send and stop would be free. What a dead process had reserved stays counted: too much is a question for tomorrow, too little is money.</li><li><strong>The day is UTC</strong>, and the same for everybody: a moving window would need every call&#39;s time.</li><li><strong>Titles take at most half</strong>, since an answer without a title is better than a title without an answer.</li><li><strong>Addresses are kept as keyed hashes.</strong></li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>Two small transactions for an answer. While all of a project&#39;s answers lock the same row, a database does some hundred of them a second, far above what a model does. An office behind one address shares 1,000 calls; operators who have such offices raise <code>anonymousModelCallsPerAddressPerDay</code> or name their users by a token.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0024-a-day-has-a-budget.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0024ADayHasABudget = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0024ADayHasABudget as default }
