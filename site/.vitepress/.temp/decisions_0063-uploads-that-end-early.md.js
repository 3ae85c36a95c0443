import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"63. Unsent uploads end early","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0063-uploads-that-end-early.md","filePath":"decisions/0063-uploads-that-end-early.md"}',
)
const _sfc_main = { name: 'decisions/0063-uploads-that-end-early.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="63-unsent-uploads-end-early" tabindex="-1">63. Unsent uploads end early <a class="header-anchor" href="#63-unsent-uploads-end-early" aria-label="Permalink to &quot;63. Unsent uploads end early&quot;">​</a></h1><p><strong>Situation.</strong> A file is uploaded as soon as somebody picks it, and its message may never be sent. Such uploads stayed for 24 hours. A new visitor costs nothing, so that one address could fill a disk with them.</p><p><strong>Decision.</strong> Unsent uploads of users without a name end after 60 minutes, those of named users after 24 hours. The server looks for ended ones every five minutes. Nobody notices the end, as long as the device still has the file:</p><ul><li>The answer that gives an upload&#39;s address says how long the file is kept (<code>keptSeconds</code>). A length of time is used because the clocks of both sides may differ. The frame counts from before its call.</li><li>The frame keeps the file beside what the server has of it: in drafts and in waiting messages, up to the sizes that it keeps anyhow. A draft uploads an ended file again when it comes back or is sent.</li><li>A waiting message asks the server about a file whose time has come. The message may have been stored while its answer was lost; then its file lives on, and another file under the same id would be refused (<code>idempotency_mismatch</code>).</li><li>The server refuses a message that names ended files with <code>invalid_request</code>, and lists them in <code>details.missingFiles</code>. The frame uploads these once more. If the new ones are refused too, the person decides. A message and the sweep may come at the same moment: the message has the file, or it is refused and not stored.</li><li>Where the device keeps no copy (it is full or blocked, the file is too large, or it is a page made from a PDF), the file says that it has to be chosen again, as soon as its time has come. It stays in the draft by its name, so that nothing is lost silently; a file of the same name takes its place.</li></ul><p><strong>Not done.</strong></p><ul><li>Uploads are not renewed while a draft only stands there: an open tab would hold the disk for ever.</li><li><code>POST /threads/:id/messages</code> still stores a message that names an ended file. Published clients store a message there after its answer was made; a refusal would lose the words. The file is shown as gone.</li><li>The copy of a page that was made from a PDF is not kept: it would have to be fetched first.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0063-uploads-that-end-early.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0063UploadsThatEndEarly = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0063UploadsThatEndEarly as default }
