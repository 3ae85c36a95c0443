import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"5. A markdown reader of our own, loaded later","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0005-a-markdown-reader-of-our-own.md","filePath":"decisions/0005-a-markdown-reader-of-our-own.md"}',
)
const _sfc_main = { name: 'decisions/0005-a-markdown-reader-of-our-own.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="5-a-markdown-reader-of-our-own-loaded-later" tabindex="-1">5. A markdown reader of our own, loaded later <a class="header-anchor" href="#5-a-markdown-reader-of-our-own-loaded-later" aria-label="Permalink to &quot;5. A markdown reader of our own, loaded later&quot;">​</a></h1><p><strong>Situation.</strong> Answers are markdown, arrive in pieces, and come from a model that nobody can trust. The frame must be usable after 100,000 bytes.</p><p><strong>Decision.</strong> <code>widget/markdown</code> reads lines with a state machine after the specification&#39;s appendix (<code>read-line.ts</code>), phrases with one pass over their characters (<code>read-phrase.ts</code>), and turns the nodes into React elements. Each kind of block is a row that says when it goes on, what it takes of a line and what it becomes (<code>container-blocks.ts</code>, <code>prose-blocks.ts</code>, <code>verbatim-blocks.ts</code>). A complete line is read once and for good; the half line at the end is tried out on a copy of the open blocks. The whole room is loaded by <code>import()</code>, beside the first paint.</p><p><strong>Instead of</strong> <code>marked</code>&#39;s lexer, which stood here first: it draws some thirty of CommonMark&#39;s examples otherwise, takes quadratic time on hostile text (guards cut such text off as plain), knows no end that is still open (its text had to be mended before it was read), and weighs 4 kB more. <strong>Instead of</strong> HTML and a sanitiser: no HTML ever exists, so Trusted Types can forbid it altogether.</p><p><strong>Consequence.</strong> The grammar is ours to keep: the published examples, GitHub&#39;s own reader and counts of operations on hostile text hold it in place. Each kind of node needs a component; the compiler says so.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0005-a-markdown-reader-of-our-own.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0005AMarkdownReaderOfOurOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0005AMarkdownReaderOfOurOwn as default }
