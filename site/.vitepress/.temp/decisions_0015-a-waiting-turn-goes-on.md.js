import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"15. A waiting answer continues in the same turn","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0015-a-waiting-turn-goes-on.md","filePath":"decisions/0015-a-waiting-turn-goes-on.md"}',
)
const _sfc_main = { name: 'decisions/0015-a-waiting-turn-goes-on.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="15-a-waiting-answer-continues-in-the-same-turn" tabindex="-1">15. A waiting answer continues in the same turn <a class="header-anchor" href="#15-a-waiting-answer-continues-in-the-same-turn" aria-label="Permalink to &quot;15. A waiting answer continues in the same turn&quot;">​</a></h1><p><strong>Situation.</strong> An answer may wait: for a tool of the page, a person&#39;s consent, an authorisation. It has to survive a reload, and what comes back from the browser proves nothing.</p><p><strong>Decision.</strong> Going on is the chat call once more. Its last message is the answer itself, by its row&#39;s id, with one part for each call that is answered now: a result, an error, a decision, or for an interrupted call <code>{ continueInterruption: true }</code>. Everything else, the arguments before all, comes from the row. The server holds each answer against what the call waits for, and refuses a result for a tool of its own and a second answer to the same call. The stream has the same <code>messageId</code>; first come the outcomes, then, when nothing waits any more, the calls that were allowed and the model&#39;s next steps. Otherwise it finishes, and the answer waits again. A run that goes on with a message is a run like any other (<code>continues_message</code>): one at a time in a thread, checkpointed, stoppable, and without a stop that takes the question back. <code>isStopped: true</code> stores the outcomes and ends the answer. The whole answer shares its limits and its <code>maxSteps</code>.</p><p>A page may have a tool with the name of one of the server&#39;s. The model is then offered the server&#39;s alone, and each call of it carries the AI SDK&#39;s own <code>providerExecuted: true</code>, in every stream: no tool of the page runs for it, nor is anybody asked about it.</p><p><strong>Consequence.</strong> One message grows, whatever it waited for. Clients that store their own rows cannot be asked for approval: the model gets no tool of that kind from them. A call of ours that a process took down with it, or a stop ended, is not run again: the model reads that it was cut off, and that nobody knows whether it was carried out.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0015-a-waiting-turn-goes-on.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0015AWaitingTurnGoesOn = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0015AWaitingTurnGoesOn as default }
