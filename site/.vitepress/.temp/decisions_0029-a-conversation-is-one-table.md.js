import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"29. A conversation is one table, with the state that it shows","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0029-a-conversation-is-one-table.md","filePath":"decisions/0029-a-conversation-is-one-table.md"}',
)
const _sfc_main = { name: 'decisions/0029-a-conversation-is-one-table.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="29-a-conversation-is-one-table-with-the-state-that-it-shows" tabindex="-1">29. A conversation is one table, with the state that it shows <a class="header-anchor" href="#29-a-conversation-is-one-table-with-the-state-that-it-shows" aria-label="Permalink to &quot;29. A conversation is one table, with the state that it shows&quot;">​</a></h1><p>A turn had seven flags that were written from several files: dispatched, taken, stopping, taken back, shown, over, stopped before. What a stop meant after a lost stream, or a server&#39;s word after the end, was spread over a settler, a stopper, a driver and their settings, which called each other back. Each fact of a thread stood in four forms: the change that told it, the facts of a hidden thread, which were replayed when it was shown, the atom of the shown thread, and the atom that components read.</p><p><strong>Decision.</strong> What a conversation is doing is one of six states (idle, sending, streaming, lost, stopping, waiting). <code>transitions.ts</code> says what each event does in each, as a pure function from state and event to the next state and a list of effects; <code>turns.ts</code> performs them and is the only place that does. <code>stopping</code> holds the state before it, so that a stop that could not be told leaves the answer as it was. An event names its turn, and what comes too late finds no row. The page <code>docs/states.md</code> asks the table itself.</p><p>What can be seen of a thread is one record with its own atom, made with the conversation and gone with it. Which one is shown is one id. Components read atoms that look through that id; nobody else writes.</p><p><strong>What else was tried.</strong> A library for state machines: the table is a hundred lines and its types are ours; a library adds bytes to the file that every visitor loads, and its own words. Classes: private fields keep their names in the built file, closures do not.</p><p><strong>What it costs.</strong> Each piece of an answer makes a new turn object, twenty a second at most.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0029-a-conversation-is-one-table.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0029AConversationIsOneTable = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0029AConversationIsOneTable as default }
