import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"58. PDF conversion is limited by processor time","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0058-a-pdf-has-processor-time.md","filePath":"decisions/0058-a-pdf-has-processor-time.md"}',
)
const _sfc_main = { name: 'decisions/0058-a-pdf-has-processor-time.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="58-pdf-conversion-is-limited-by-processor-time" tabindex="-1">58. PDF conversion is limited by processor time <a class="header-anchor" href="#58-pdf-conversion-is-limited-by-processor-time" aria-label="Permalink to &quot;58. PDF conversion is limited by processor time&quot;">​</a></h1><p><strong>Situation.</strong> A converter had 30 seconds by the clock, at priority 10 and after a second of work at 19. Two busy cores gave it so little that a file of two pages was refused before its process had begun.</p><p><strong>Decision.</strong></p><ul><li><strong>The limit is processor time.</strong> The converter&#39;s main thread reports <code>process.cpuUsage()</code> of its whole process ten times a second; PDFium works in another thread, so the reports come meanwhile. The server kills it over <code>pdfSeconds</code>. One way for all systems: <code>/proc</code> is Linux&#39;s alone.</li><li><strong>The clock ends what reports nothing</strong>: a process that gets no core, hangs or is stopped. It has eight times <code>pdfSeconds</code>, and the answer is a busy server&#39;s (503, <code>Retry-After</code>, a sentence for the caller), since the file may be a good one.</li><li><strong>A long file is three steps behind younger ones, not nine.</strong> It gets half of their share of a core. With three younger ones all along on one core, that is more than an eighth of it, so its own limit ends it and not the clock.</li><li><strong>No priority is raised again.</strong> Linux allows that to privileged processes alone, and a server should be none. So what keeps a file from starving is the share that it never loses, and queues in order of arrival.</li></ul><p><strong>Not done.</strong> A start at the server&#39;s own priority would bring a small file through sooner; but four processes that begin again and again then make tokens of answers late (8 ms in the median of a busy machine, 1 ms at priority 10). A limit by <code>ulimit -t</code> is kept by the system itself, but it needs a shell and counts whole seconds.</p><p><strong>Limits.</strong> Where other programs want all cores all the time, one to each, a long file gets a twentieth of a core. Such a machine refuses files of more than twelve seconds of work, and says that it is busy.</p><p><strong>Measured.</strong> On one core&#39;s time, beside six busy loops and this machine&#39;s other work, a file of two pages was refused 8 times of 8 after 30 seconds before, and converted 8 times of 8 now, in 42 to 73 seconds.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0058-a-pdf-has-processor-time.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0058APdfHasProcessorTime = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0058APdfHasProcessorTime as default }
