import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"43. Unfinished answers can continue","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0043-an-answer-goes-on.md","filePath":"decisions/0043-an-answer-goes-on.md"}',
)
const _sfc_main = { name: 'decisions/0043-an-answer-goes-on.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="43-unfinished-answers-can-continue" tabindex="-1">43. Unfinished answers can continue <a class="header-anchor" href="#43-unfinished-answers-can-continue" aria-label="Permalink to &quot;43. Unfinished answers can continue&quot;">​</a></h1><p>Somebody stops an answer too early, or it reaches the model&#39;s length. To make it again costs all of it a second time, and gives another text.</p><h2 id="what-was-decided" tabindex="-1">What was decided <a class="header-anchor" href="#what-was-decided" aria-label="Permalink to &quot;What was decided&quot;">​</a></h2><ul><li><strong>Continue is a run like others</strong>: a chat call that names the answer&#39;s row, with <code>continueText: true</code> and no parts. It counts against the same limits and budgets, can be stopped, survives a crash and a reload, and of two at once one is refused.</li><li><strong>The same row, the same part.</strong> The stream&#39;s first chunk says that the last text goes on (<code>message-metadata</code> with <code>alcove.goesOn</code>); the one fold joins what comes to it, in the frame and in the store. Published readers do not know the chunk: they begin another text part in the same message, and read one text after a reload.</li><li><strong>The model is asked in words</strong>, behind the answer as far as it is: go on, and begin by repeating your last few words. Most models cannot be made to go on behind words of their own (some refuse a talk that an answer ends), and without the repetition nobody knows whether &quot;ma&quot; is a word or the beginning of one.</li><li><strong>What is repeated is cut</strong>, from a word on, between 5 and 200 characters; words are held back only while they may be a repetition. A model that begins anew all the same gets a paragraph of its own, so that nobody reads half a sentence into the next one.</li><li><strong>Only within a text</strong>: an answer that was stopped while it thought or waited for a tool has nothing to go on with, and offers &quot;Try again&quot; alone. So does one that failed: what it said may be the cause.</li><li><strong>Only where our kind of server keeps the conversation.</strong> Other servers of the contract have no such call.</li></ul><h2 id="what-was-not-chosen" tabindex="-1">What was not chosen <a class="header-anchor" href="#what-was-not-chosen" aria-label="Permalink to &quot;What was not chosen&quot;">​</a></h2><ul><li><strong>A new message that continues the old one</strong>: copying, reading aloud and published clients would have two halves.</li><li><strong>Prefilled answers</strong> (the provider&#39;s own way, where there is one): another behaviour for each model, and gone in newer ones.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0043-an-answer-goes-on.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0043AnAnswerGoesOn = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0043AnAnswerGoesOn as default }
