import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"30. A run is one table","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0030-a-run-is-one-table.md","filePath":"decisions/0030-a-run-is-one-table.md"}',
)
const _sfc_main = { name: 'decisions/0030-a-run-is-one-table.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="30-a-run-is-one-table" tabindex="-1">30. A run is one table <a class="header-anchor" href="#30-a-run-is-one-table" aria-label="Permalink to &quot;30. A run is one table&quot;">​</a></h1><p>A run could be ended by its model, a stop, a shutdown, an erased user, another server that took it for dead, and its store. What each of them meant stood in a promise that whoever came first set, in a flag for what was to be seen, and in an order of lines that nobody could read aloud. Around it a closure of 218 lines held calls that are read, calls that write their rows, leases, stops that come early, runs of other servers and the shutdown; five bags of settings travelled through it.</p><p><strong>Decision.</strong> What a run is doing is one of six states: silent, speaking, saving, taking back, leaving, ended. <code>server/runs/transitions.ts</code> says what each event does in each, as a pure function from state and event to the next state and a list of effects; <code>drive-run.ts</code> performs them and is the only place that does. The first event that ends a run decides how, since no state after it has a row for another end. The page <code>docs/states.md</code> asks the table itself.</p><p>The way of a call to its run is no part of the table: it is read, may have been stopped before it came, joins the run of the same message or writes its rows, each once and in this order, so it is one function of <code>chat-calls.ts</code>. The driver (<code>run-driver.ts</code>) gives a run all that keeps it: its row and lease, its log, its checkpoints and its place among the runs of this process.</p><p><strong>What else was tried.</strong> States of a call in the same table: a call that joins has no run of its own, so half of the rows would say that nothing happens.</p><p><strong>What it costs.</strong> Each chunk makes a list of one effect.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0030-a-run-is-one-table.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0030ARunIsOneTable = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0030ARunIsOneTable as default }
