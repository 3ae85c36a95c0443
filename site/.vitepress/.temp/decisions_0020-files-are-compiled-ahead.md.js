import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  `{"title":"20. The frame's files are compiled ahead","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0020-files-are-compiled-ahead.md","filePath":"decisions/0020-files-are-compiled-ahead.md"}`,
)
const _sfc_main = { name: 'decisions/0020-files-are-compiled-ahead.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="20-the-frames-files-are-compiled-ahead" tabindex="-1">20. The frame&#39;s files are compiled ahead <a class="header-anchor" href="#20-the-frames-files-are-compiled-ahead" aria-label="Permalink to &quot;20. The frame&#39;s files are compiled ahead&quot;">​</a></h1><p>A function is compiled when it is first called. On a phone&#39;s processor the first message of a fresh page was therefore the slowest one: the key that sends, the first word, the first table each ran code that nobody had run before, in tasks of 50 to 100 ms at a CPU 4 x slower. Nothing in them was slow by itself.</p><ul><li><strong>Each file of the frame begins with <code>//# allFunctionsCalledOnLoad</code></strong>, which V8 reads as: compile all of it while it comes, beside the page&#39;s thread. Of each file most is run soon after it came. Other engines read a comment. It has to be the first line, so it is written after everything else that writes there. The loader has none: it runs on other people&#39;s pages, and is small.</li><li><strong>A message is shown before its call is made</strong>: one task for the screen, one for the network. In a hidden page they are one, since a timer there may take a minute.</li></ul><p>Warming the code up in idle moments (<code>widget/markdown/warm-markdown.tsx</code>) stays: it is what an engine without the comment has, and it makes the fonts and the layout of a table ready too.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0020-files-are-compiled-ahead.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0020FilesAreCompiledAhead = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0020FilesAreCompiledAhead as default }
