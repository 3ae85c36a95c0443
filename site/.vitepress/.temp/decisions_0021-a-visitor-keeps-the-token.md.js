import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"21. Anonymous visitors keep the refresh token","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0021-a-visitor-keeps-the-token.md","filePath":"decisions/0021-a-visitor-keeps-the-token.md"}',
)
const _sfc_main = { name: 'decisions/0021-a-visitor-keeps-the-token.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="21-anonymous-visitors-keep-the-refresh-token" tabindex="-1">21. Anonymous visitors keep the refresh token <a class="header-anchor" href="#21-anonymous-visitors-keep-the-refresh-token" aria-label="Permalink to &quot;21. Anonymous visitors keep the refresh token&quot;">​</a></h1><p><strong>Situation.</strong> A visitor without a name is known by a refresh token in the browser&#39;s storage, and by nothing else. Tokens rotated at each use, and an old one that came back ended the session: that finds thieves. But a browser writes its storage to the disk some seconds late. One that crashed came back with an old token, which looked like a thief&#39;s, and the visitor lost the history, in 9 of 10 tries.</p><p><strong>Decision.</strong> A visitor&#39;s token is never replaced, and no token ends the session. Each is good until nobody has used it for 30 days, or the session is 90 days old; so are the older ones of a chain that was made before this. Erasure ends all of them at once, and so does signing out: on <code>logout</code>, and once everything is deleted, the frame shows its token to <code>POST /auth/tokens/revoke</code>, which ends the session with every token that it was ever given. That call asks for nothing else and has one answer for every token, so that it teaches nobody anything and may be repeated; it works in a read-only project, and counts as a refresh does. A user whom somebody could ask for a password again is another matter: a named user&#39;s tokens rotate at each use, and reuse ends the session, as before.</p><p><strong>What a sign-out does not reach.</strong> The frame forgets its token first and waits for nothing, so that no network keeps anybody signed in; whoever signs out without one leaves a session that ends by its own limits. An access token that was copied is good for the rest of its 15 minutes. Other servers of the contract have no such call: there, as before, a sign-out is the device&#39;s alone.</p><p><strong>What a thief gains.</strong> Whoever copies a visitor&#39;s storage can read and write that visitor&#39;s conversations until the visitor signs out or the session is 90 days old, and nobody notices. Before, the thief was found out when the visitor came back, unless the visitor did not; and in between the thief read the same. Who can copy the storage (a script in the frame&#39;s origin, a program or a person at that computer) can also read what the frame shows and fetch the whole history at once. It is one visitor&#39;s, at one project: there is no name, no other site and no other right to gain, and the thief needs the token anew after 90 days.</p><p><strong>Consequence.</strong> A crash, a restored backup of a profile and a lost answer are all the same visitor. Only a crash before the browser first wrote the token, within seconds of the first message ever, makes somebody new.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0021-a-visitor-keeps-the-token.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0021AVisitorKeepsTheToken = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0021AVisitorKeepsTheToken as default }
