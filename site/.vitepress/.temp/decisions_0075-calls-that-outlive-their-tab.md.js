import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"75. Calls that outlive their tab","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0075-calls-that-outlive-their-tab.md","filePath":"decisions/0075-calls-that-outlive-their-tab.md"}',
)
const _sfc_main = { name: 'decisions/0075-calls-that-outlive-their-tab.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="75-calls-that-outlive-their-tab" tabindex="-1">75. Calls that outlive their tab <a class="header-anchor" href="#75-calls-that-outlive-their-tab" aria-label="Permalink to &quot;75. Calls that outlive their tab&quot;">​</a></h1><p>A rating, a new title, archiving and deleting show at once, and people close the tab right afterwards. The call may still wait for a token or a connection, and Firefox aborts even <code>keepalive</code> fetches of a frame when its tab closes. <code>sendBeacon</code> sends no headers, and these calls need one.</p><p>So each such call is stored as a row on the device before it is made (<code>widget/device/kept-calls.ts</code>), and the row is deleted when the server has answered. Remaining rows are sent at the next opening, by another open tab, or when the network is back.</p><ul><li><strong>The later of two calls about one subject counts.</strong> A lock per subject keeps tabs in order, and a call that succeeds removes the earlier rows too. All stored calls are idempotent.</li><li><strong>A change that was undone on the screen is not sent later.</strong> A change of the list that fails is undone on the screen, so its row is deleted. A rating without a network stays on the screen and waits.</li><li><strong>Rows are few and expire:</strong> at most 100 calls; a rating after 30 days, a change of the list after one, since another device may have changed it meanwhile.</li><li><strong>Rows belong to the person</strong> (<code>keepRows</code>), and are deleted when that person signs out.</li><li><strong>A service worker</strong> with background sync would do the same in Chromium alone, and not in a cross-site frame.</li></ul><table tabindex="0"><thead><tr><th>Call</th><th>When its tab closes at once</th></tr></thead><tbody><tr><td>rating, rename, archive, unarchive, delete</td><td>kept, as above</td></tr><tr><td>a message, its files</td><td>waits in the outbox</td></tr><tr><td>a draft, an edit, files of both</td><td>kept as drafts</td></tr><tr><td>the end of a session</td><td><code>sendBeacon</code></td></tr><tr><td>settings, unread marks, allowed tools</td><td>never leave the device, and are written there at once</td></tr><tr><td>stop</td><td>not kept: the server finishes the answer, and the next opening shows it</td></tr><tr><td>the answer to a tool&#39;s question</td><td>not kept: the question is asked again at the next opening</td></tr><tr><td>deleting everything, taking over threads</td><td>not kept: each is confirmed in a dialog that shows its progress, and may be repeated</td></tr></tbody></table></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0075-calls-that-outlive-their-tab.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0075CallsThatOutliveTheirTab = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0075CallsThatOutliveTheirTab as default }
