import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"1. Bring our own Node","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0001-own-the-node-version.md","filePath":"decisions/0001-own-the-node-version.md"}',
)
const _sfc_main = { name: 'decisions/0001-own-the-node-version.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="1-bring-our-own-node" tabindex="-1">1. Bring our own Node <a class="header-anchor" href="#1-bring-our-own-node" aria-label="Permalink to &quot;1. Bring our own Node&quot;">​</a></h1><p><strong>Situation.</strong> <code>npm install &amp;&amp; npm start</code> must work on a machine with Node 20. The embedded database (<code>node:sqlite</code>) and running TypeScript directly need Node 24.</p><p><strong>Decision.</strong> Scripts go through <code>scripts/node.mjs</code>, which is written for old Nodes. On Node 24 or newer it uses that one. Otherwise it fetches a pinned Node from npm, once, into <code>.node/</code>, with the integrity that a lock file of its own has, and starts the script with it.</p><p>The package of this platform is asked for as a plain dependency, in a project of one: of an optional one that does not come, npm says nothing and ends well. It is looked at (it runs and says its version) before it gets its name, so a cut download, a full disk or a Node for another machine leaves nothing, and what is broken there is replaced. Other tries follow for 68 seconds, for that is how long a registry may stumble; each says why. The native parts of bundler, image library and tools are optional packages of the root: those that <code>npm install</code> left out, or put there without a file that their manifest names, are fetched in the same way, at the next start. The line of <code>npm test</code> for the integration tests says under which Node the first starts were shown: the machine&#39;s own, which on a machine with a newer one is not 20.</p><p><strong>Instead of</strong> a dependency on the package <code>node</code>: it needs an install script, which <code>.npmrc</code> forbids, and npm links it differently from version to version.</p><p><strong>Consequence.</strong> Whoever starts a script without npm must use Node 24. npm passes SIGTERM to its shell only, so the launcher also watches its parent.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0001-own-the-node-version.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0001OwnTheNodeVersion = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0001OwnTheNodeVersion as default }
