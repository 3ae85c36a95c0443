import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"66. Shares per address","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0066-an-address-has-a-share.md","filePath":"decisions/0066-an-address-has-a-share.md"}',
)
const _sfc_main = { name: 'decisions/0066-an-address-has-a-share.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="66-shares-per-address" tabindex="-1">66. Shares per address <a class="header-anchor" href="#66-shares-per-address" aria-label="Permalink to &quot;66. Shares per address&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Limits counted per visitor, and a new visitor costs one call. From one address five visitors stored 240 MB of uploads in 21 seconds; 20 calls with a told history of 1 MB each took a project&#39;s tokens of the day; 71 calls took the room for messages; new visitors of one address kept newcomers elsewhere out. Named customers were refused with everybody.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>A share of the pool, not only a number.</strong> <code>addressSharePercent</code> (10) bounds what the visitors of one address take of what all visitors share. An owner who lowers a pool lowers the shares with it; numbers of an address&#39;s own stay as upper ends.</li><li><strong>The last quarter of every pool is for named users</strong>, as room for messages had it: a name that a host vouches for costs something.</li><li><strong>Addresses count visitors alone.</strong> Named users behind the same address keep their own limits, for running answers and calls a minute too: an address that made too many calls is still answered where a token proves a named user. Keys are looked up in the database, so they stay behind the limit.</li><li><strong>Two ways of counting.</strong> Model calls and tokens stand in the ledger of budgets (decision 24), because they are money. Bytes, threads, events and new visitors are rates (decision 11): a count that a restart loses is bounded by the project&#39;s cap and by the disk&#39;s floor.</li><li><strong>A prompt counts before it is sent</strong>, as far as the call itself says it: a told history, a person&#39;s words, results, tools. Ten calls of 1 MB that came together found room for 8,000 tokens each, and took two thirds of a small project&#39;s day from one address.</li><li><strong>Bytes count before they are stored</strong>: an upload when its address is asked for, the most where nothing is declared; a message by what it adds. What is refused later stays counted, since the next one would be refused as well.</li><li><strong>A file larger than the whole share takes all of it</strong>, so that small projects take files too.</li><li><strong>A history ends at a number of bytes</strong>, oldest whole turns first. The newest message is always told whole.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>A mobile carrier&#39;s visitors share one IPv4 address, so <code>docs/operating.md</code> has settings for such sites. An attacker with ten addresses takes what all visitors share; named users are served even then, and the operator can close the door. Two more lines in a visitor&#39;s reservation, and one more question to the counters for each message and upload.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0066-an-address-has-a-share.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0066AnAddressHasAShare = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0066AnAddressHasAShare as default }
