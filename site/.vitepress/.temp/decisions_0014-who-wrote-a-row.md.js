import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"14. Rows record who wrote them","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0014-who-wrote-a-row.md","filePath":"decisions/0014-who-wrote-a-row.md"}',
)
const _sfc_main = { name: 'decisions/0014-who-wrote-a-row.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="14-rows-record-who-wrote-them" tabindex="-1">14. Rows record who wrote them <a class="header-anchor" href="#14-rows-record-who-wrote-them" aria-label="Permalink to &quot;14. Rows record who wrote them&quot;">​</a></h1><p><strong>Situation.</strong> The contract lets every client store messages of any role, and change stored ones. A model that reads such a row as its own words, or a server that lets a stored &quot;approved&quot; through, obeys whoever called the API.</p><p><strong>Decision.</strong> Each message has an origin. <code>server</code>: one of our own runs wrote it, and nobody changed it since; a change through the API makes it <code>client</code>. A person&#39;s words are theirs whoever stored them. An answer of origin <code>client</code> reaches a model as a quotation inside of a person&#39;s turn, with nothing of what it says of tools; a history that a client posts is read the same way. Only an answer of origin <code>server</code> can go on, be allowed or take a result. Rows from before migration 0003 are the server&#39;s where a run made them and nothing has touched them since. A rating is no change: it stands in another table.</p><p><strong>Consequence.</strong> A site that stores its assistant&#39;s answers itself, and then asks our models, has them quoted back to the model: they inform it, and do not speak for it. Nobody can forge an approval or a result by writing a row, and whoever edits an answer can no longer let it go on.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0014-who-wrote-a-row.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0014WhoWroteARow = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0014WhoWroteARow as default }
