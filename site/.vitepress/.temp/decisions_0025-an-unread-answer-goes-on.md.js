import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"25. An unread answer continues for a minute","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0025-an-unread-answer-goes-on.md","filePath":"decisions/0025-an-unread-answer-goes-on.md"}',
)
const _sfc_main = { name: 'decisions/0025-an-unread-answer-goes-on.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="25-an-unread-answer-continues-for-a-minute" tabindex="-1">25. An unread answer continues for a minute <a class="header-anchor" href="#25-an-unread-answer-continues-for-a-minute" aria-label="Permalink to &quot;25. An unread answer continues for a minute&quot;">​</a></h1><p>An answer of the frame belongs to the server: it is saved, and goes on without readers. A published client stores its own rows, so nobody but its reader keeps its answer. Such a client says nothing when somebody presses stop: it closes the connection, and a page that is loaded again does the same. The server cannot tell the two apart.</p><ul><li>The answer goes on for 60 seconds without a reader. <code>useChat({ resume: true })</code> asks for it when the page is back, and gets it from its first word on. What was read to its end is not given again.</li><li>It must not stand in anybody&#39;s way. The next call in the same thread ends it before it counts, and where all places of the user, or of their address, are taken, the oldest unread one gives its place up. So stop, stop, send works with two places.</li><li>The price of a stop is at most a minute of a model&#39;s words. A client that wants none of it calls <code>POST /v1/chat/{id}/stop</code>, which ends the answer at once.</li><li>It is known to the process that makes it. Behind a balancer without sticky sessions another process says that nothing runs. The saved answers of the frame are followed everywhere.</li><li><code>GET /v1/chat/{id}/stream</code> is 204 for a thread that is idle, that is not there yet, and that is somebody else&#39;s: a client asks before its first message, and nobody learns which threads there are.</li></ul><p><strong>Formats.</strong> A row is read as the format that was asked for where one is made of the other: <code>aui/v0</code> as either of the AI SDK&#39;s, and its version 5 as version 6. A row that cannot be converted is returned as it is stored, with a line in the log: published clients pass over rows of another format, but take a page with fewer rows than they asked for as the last one.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0025-an-unread-answer-goes-on.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0025AnUnreadAnswerGoesOn = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0025AnUnreadAnswerGoesOn as default }
