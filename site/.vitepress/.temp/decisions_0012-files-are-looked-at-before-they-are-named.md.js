import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"12. Files are inspected before they get a name","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0012-files-are-looked-at-before-they-are-named.md","filePath":"decisions/0012-files-are-looked-at-before-they-are-named.md"}',
)
const _sfc_main = { name: 'decisions/0012-files-are-looked-at-before-they-are-named.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="12-files-are-inspected-before-they-get-a-name" tabindex="-1">12. Files are inspected before they get a name <a class="header-anchor" href="#12-files-are-inspected-before-they-get-a-name" aria-label="Permalink to &quot;12. Files are inspected before they get a name&quot;">​</a></h1><p><strong>Situation.</strong> Whatever a visitor uploads is served again, to people and to models. What the browser says about a file is a guess or a lie.</p><p><strong>Decision.</strong> A file&#39;s type is what its first bytes say: png, jpeg, gif, webp, pdf or text; everything else is kept, but served as a download of no type. The stored address of a file opens nothing by itself: the history rewrites it to one that is signed for five minutes, after asking whose it is. Pictures are measured by their headers before anything decodes them. PDFs are drawn by another process with a limit on time and memory, and what the server fetches for a caller never leads into a private network.</p><p><strong>Consequence.</strong> A message that was read more than five minutes ago has dead links to its files until it is read again; the widget asks again.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0012-files-are-looked-at-before-they-are-named.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0012FilesAreLookedAtBeforeTheyAreNamed = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0012FilesAreLookedAtBeforeTheyAreNamed as default }
