import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"53. Enter waits for the answer","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0053-enter-waits-for-the-answer.md","filePath":"decisions/0053-enter-waits-for-the-answer.md"}',
)
const _sfc_main = { name: 'decisions/0053-enter-waits-for-the-answer.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="53-enter-waits-for-the-answer" tabindex="-1">53. Enter waits for the answer <a class="header-anchor" href="#53-enter-waits-for-the-answer" aria-label="Permalink to &quot;53. Enter waits for the answer&quot;">​</a></h1><p>While an answer runs, the next message can be written and not sent (U20). A queue of messages above the field, which one can edit, put in another order and send ahead (U21), is put off: the list of expectations marks it &quot;not now&quot;, and so do we.</p><ul><li><strong>What somebody writes meanwhile is about what they have read so far.</strong> The rest of the answer often makes the next question another one, or none. In the field it can still be changed or thrown away without a place of its own to do it in, and it is kept over a closed panel, another conversation and a reload like every draft.</li><li><strong>One waiting message is what people have.</strong> It takes one press when the answer is there. Whoever cannot wait has Stop, in the same place.</li><li><strong>The other queue is there.</strong> Messages that are sent without a network wait in their conversation with a clock, in order, each to be changed or removed, and leave by themselves. A second queue beside it would need rules for both at once: an answer that fails, stops or asks for approval while messages wait behind it.</li></ul><p>If it comes, it grows out of that first queue: its rows are kept on the device and know their thread.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0053-enter-waits-for-the-answer.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0053EnterWaitsForTheAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0053EnterWaitsForTheAnswer as default }
