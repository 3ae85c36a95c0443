import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"40. VitePress makes the documentation; the playground is our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0040-documentation-by-vitepress.md","filePath":"decisions/0040-documentation-by-vitepress.md"}',
)
const _sfc_main = { name: 'decisions/0040-documentation-by-vitepress.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="40-vitepress-makes-the-documentation-the-playground-is-our-own" tabindex="-1">40. VitePress makes the documentation; the playground is our own <a class="header-anchor" href="#40-vitepress-makes-the-documentation-the-playground-is-our-own" aria-label="Permalink to &quot;40. VitePress makes the documentation; the playground is our own&quot;">​</a></h1><p><strong>Situation.</strong> <code>docs/</code> is read where it lies, and its readers want a search, and every option with the chat beside it.</p><p><strong>Decision.</strong> <code>npm start</code> serves the same files as pages, and a playground beside them, at the demo site&#39;s origin: at the frame&#39;s there is nothing but the chat. VitePress 1.6 makes the pages: markdown as it is, a search without a server, links between pages checked, and a build of some six seconds. Its Vite 5 keeps its own place; that Vite&#39;s bundler is replaced by its WebAssembly twin (<code>overrides</code> in <code>package.json</code>), which is one package for every machine. The other has a native part for each, and a lock file that was written where not all of them could be had fails <code>npm ci</code>.</p><p>Playground and reference read options, defaults and words out of the types and tables of the code (<code>scripts/reference</code>): a second list would be wrong after the first new option. The playground changes a real chat in a page of its own, by the calls that its code prints.</p><p><strong>Instead of</strong> Starlight, with 80 MB and 150 packages more, whose pages stand in folders of its own; of VitePress 2, an alpha whose dependencies could not all be installed; and of VitePress 1.6 on the Vite that builds the product: it builds, but its plug-in writes the small twin of each page into a bundle that Vite 8 does not let it change, so that pages ask for files that are not there.</p><p><strong>Consequence.</strong> 100 MB of packages more for whoever builds; a production install has none of them, and serves no documentation.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0040-documentation-by-vitepress.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0040DocumentationByVitepress = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0040DocumentationByVitepress as default }
