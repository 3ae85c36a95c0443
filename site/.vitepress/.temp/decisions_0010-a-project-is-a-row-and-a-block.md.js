import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"10. A project is a row and a block","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0010-a-project-is-a-row-and-a-block.md","filePath":"decisions/0010-a-project-is-a-row-and-a-block.md"}',
)
const _sfc_main = { name: 'decisions/0010-a-project-is-a-row-and-a-block.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="10-a-project-is-a-row-and-a-block" tabindex="-1">10. A project is a row and a block <a class="header-anchor" href="#10-a-project-is-a-row-and-a-block" aria-label="Permalink to &quot;10. A project is a row and a block&quot;">​</a></h1><p><strong>Situation.</strong> A project has an id that its rows carry, keys that are made and revoked while the server runs, and settings that an operator wants in version control: hosts, rules for tokens, assistants with tools in code, limits.</p><p><strong>Decision.</strong> The store owns the id, the name, the keys and whether the project is switched off (<code>npm run alcove -- project …</code>, <code>key …</code>). <code>alcove.config.ts</code> owns everything else, by project id; it is checked when the server starts, and an error names the key. A row without a block gets no hosts, so that a project is never open by forgetting something; a block without a row answers &quot;Project not found&quot;. <code>ALCOVE_ALLOWED_ORIGINS</code>, <code>ALCOVE_HOST_SECRET</code> and <code>ALCOVE_SYSTEM</code> belong to project <code>default</code> alone.</p><p><strong>Who learns that there is a project.</strong> Without credentials every call answers for one that is not there as for one that is, but for a visitor&#39;s first token and the two files of a project that pages may embed: the loader wears its look, which is meant to be public, and the frame&#39;s document names those pages, since a frame must say in words that its project is wrong.</p><p><strong>Consequence.</strong> A change of settings is a restart. A new key or a suspension is in force within 30 seconds on every server, which is how long a row is kept in memory.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0010-a-project-is-a-row-and-a-block.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0010AProjectIsARowAndABlock = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0010AProjectIsARowAndABlock as default }
