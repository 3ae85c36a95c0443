import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"19. Code is highlighted in a worker","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0019-code-is-coloured-in-a-worker.md","filePath":"decisions/0019-code-is-coloured-in-a-worker.md"}',
)
const _sfc_main = { name: 'decisions/0019-code-is-coloured-in-a-worker.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="19-code-is-highlighted-in-a-worker" tabindex="-1">19. Code is highlighted in a worker <a class="header-anchor" href="#19-code-is-highlighted-in-a-worker" aria-label="Permalink to &quot;19. Code is highlighted in a worker&quot;">​</a></h1><p>The first use of a grammar compiles it: 44 to 78 ms on a phone&#39;s processor, in one piece that nothing can divide, in the middle of an answer. So the highlighter works in a worker. The page never waits for it, whatever a piece of code does to a grammar: one that takes too long stays plain, and the worker is ended.</p><p>A worker costs two lines of the frame&#39;s security policy. <code>trusted-types</code> names one policy, <code>alcove-worker</code>, whose only script is the worker&#39;s own file. And since a worker takes over no policy from the page that starts it, the frame&#39;s files carry one: <code>default-src &#39;none&#39;</code>, so it can call nobody.</p><p>What else held up a slow processor was found by tracing. A style <code>[data-state=&#39;waiting&#39;] &gt; *</code> had every element below any changed <code>data-state</code> styled anew, 338 at each answer&#39;s end. And the first answer compiled all that draws markdown at once: its parts are drawn once before, in idle moments, out of sight.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0019-code-is-coloured-in-a-worker.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0019CodeIsColouredInAWorker = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0019CodeIsColouredInAWorker as default }
