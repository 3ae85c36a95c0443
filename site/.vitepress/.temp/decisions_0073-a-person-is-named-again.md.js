import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"73. Identifying a person again","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0073-a-person-is-named-again.md","filePath":"decisions/0073-a-person-is-named-again.md"}',
)
const _sfc_main = { name: 'decisions/0073-a-person-is-named-again.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="73-identifying-a-person-again" tabindex="-1">73. Identifying a person again <a class="header-anchor" href="#73-identifying-a-person-again" aria-label="Permalink to &quot;73. Identifying a person again&quot;">​</a></h1><p><strong>Situation.</strong> Pages with Turbo or htmx run their snippet on each visit, and a React effect may run twice. Each run calls <code>identify</code>. The frame used to drop the person at the call and to load them again, which lost 19 to 24 of 66 characters that were typed meanwhile. But on a shared computer, the next person must find nothing of the previous one.</p><p><strong>Decision.</strong></p><ul><li><strong>Between the call and the server&#39;s answer nothing is decided.</strong> A table, <code>widget/world/naming.ts</code>, has four states: <code>settled</code>, <code>asking</code>, <code>covered</code>, <code>refused</code>. Fields stay, and accept keys. The credentials of the previous person hold back every call (<code>widget/api/held-auth.ts</code>), so that nothing is sent for a person who may have left. An answer that streams continues.</li><li>After 300 ms the conversation is covered with <code>visibility: hidden</code>, also for screen readers; only fields stay visible. Nothing is unmounted, so focus, caret, scroll position and input method are unchanged when the cover goes.</li><li>The server says whom the new credentials name. The frame asks for the last thread with them. The answer carries a token of Alcove&#39;s server, with project, user and workspace as it verified them. For the same owner, the client continues with the new credentials. For another owner, all data of the previous person is removed from screen and device.</li><li>Text that was typed since the call begins the next person&#39;s draft; older text does not. Each edit records the ranges of new text in its field (<code>widget/world/fresh-text.ts</code>), with the caret&#39;s position: texts alone cannot tell <code>help</code> typed over <code>hello</code>. Old words that Undo or dragging brings back stay old. Words from an edit, a new name, a search or an answer to a tool go into the draft too.</li><li>A visitor who gets a name keeps the text that was typed since the page was loaded. Older drafts stay on the device as the visitor&#39;s, like the proof of the visitor, and follow the answer to the merge question.</li><li>Refused credentials lose nothing: the card asks to sign in again, and the cover stays, because the owner of the conversation is still unknown. If <code>getToken</code> returns <code>null</code>, no user is signed in, and all data is removed.</li><li>Without a network the frame retries by itself, and the cover stays.</li></ul><p><strong>Not done.</strong> An operator&#39;s own client (<code>createCloud</code>) does not share its token, so a repeated <code>identify</code> still counts as another person there. A visitor who never sent a message gets no merge question, so an older draft of theirs is removed.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0073-a-person-is-named-again.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0073APersonIsNamedAgain = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0073APersonIsNamedAgain as default }
