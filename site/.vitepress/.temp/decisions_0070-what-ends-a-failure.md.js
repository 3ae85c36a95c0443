import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"70. Events that end a failure","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0070-what-ends-a-failure.md","filePath":"decisions/0070-what-ends-a-failure.md"}',
)
const _sfc_main = { name: 'decisions/0070-what-ends-a-failure.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="70-events-that-end-a-failure" tabindex="-1">70. Events that end a failure <a class="header-anchor" href="#70-events-that-end-a-failure" aria-label="Permalink to &quot;70. Events that end a failure&quot;">​</a></h1><p><strong>Situation.</strong> A failure that lasts (a session that ended, no network, a full device, a budget) was raised in one place and cleared in another, or nowhere. After a session had ended, the next answer came, but the card stayed and nothing more could be sent.</p><p><strong>Decision.</strong></p><ul><li>One table, <code>widget/state/failure-table.ts</code>, names every failure that lasts, what raises it (a refusal or a fact) and what disproves it. A row without a disproof does not compile, and one test walks the table: each failure comes about as it does for a person, its disproof follows, it is gone, and the next message is sent.</li><li>A failure ends by evidence, and not by a press: the server answered a call that needs a token, took a message, saved a rating; the device took a row. A press on <strong>Sign in again</strong> hides the card at once, and a refusal brings it back.</li><li>Evidence counts only if its call began after the failure was raised. An answer to an older call says nothing of now.</li><li>The calls are watched where they are made, in the <code>fetch</code> of the person who chats, so that clients of an operator&#39;s own count too.</li><li>Browsers behind some virtual networks say for ever that they are offline. An answered call disproves that, until the browser&#39;s next word.</li><li>A full device is tried at each write, and once it takes one, it gets all that waits in memory. A database that is blocked, broken or hangs is not asked again on this page (<code>STORAGE_TIMEOUT_MS</code>).</li></ul><p><strong>Not done.</strong> A project that was read-only when the frame was loaded stays so until the page is loaded again: the frame makes no call that would be refused. A refusal of a message (<code>forbidden</code>) is told under the field, and ends with the next message that is taken.</p><p><strong>Later.</strong> The table is in <code>widget/world/failure-table.ts</code> (<a href="./0081-rooms-of-the-frame-in-an-order.html">0081</a>).</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0070-what-ends-a-failure.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0070WhatEndsAFailure = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0070WhatEndsAFailure as default }
