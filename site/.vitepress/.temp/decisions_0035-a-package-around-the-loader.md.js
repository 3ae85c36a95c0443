import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"35. An npm package around the loader","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0035-a-package-around-the-loader.md","filePath":"decisions/0035-a-package-around-the-loader.md"}',
)
const _sfc_main = { name: 'decisions/0035-a-package-around-the-loader.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="35-an-npm-package-around-the-loader" tabindex="-1">35. An npm package around the loader <a class="header-anchor" href="#35-an-npm-package-around-the-loader" aria-label="Permalink to &quot;35. An npm package around the loader&quot;">​</a></h1><p>The repository itself was the npm package: <code>npm pack</code> took its sources and tests along and not the build, its entry&#39;s <code>import()</code> was one that webpack could not read, and its types told everything that is inside.</p><ul><li><strong>What is published is made, not picked.</strong> The build writes <code>dist/npm</code> with a manifest of its own: no dependencies, React an optional peer, the types of an entry in one file. The repository&#39;s <code>package.json</code> has no <code>exports</code> any more. The command <code>npm pack</code> at the root still packs the repository, which is private; <code>npm run package</code> is the way.</li><li><strong>Modules stay readable.</strong> Bundlers make them small, and until then need the comments that tell each of them, in its own words, to leave the service&#39;s address alone. The second file of the loader still comes from the service, so that a page need not be built anew with it; the package warns when the two are of different versions.</li><li><strong>A chat outlives its component by a moment.</strong> <code>&lt;Alcove/&gt;</code> and <code>&lt;alcove-chat&gt;</code> hold a chat by its options (<code>npm/page-chat.ts</code>): whoever lets go last takes it off the page, a task later. StrictMode&#39;s second mount, a hot update that mounts anew and an element that is moved find it as it was, with the conversation on the screen. A chat that React keeps in state, the usual way, was closed by each of the three.</li><li><strong>Functions are asked for anew, values make another chat.</strong> Components write <code>auth={{ getToken: () =&gt; … }}</code> and tools inline, so functions are never compared; the newest one runs. Everything else is compared as JSON.</li><li><strong><code>useAlcove</code> needs no provider.</strong> There is one chat on nearly every page, and the button that opens it stands elsewhere in the tree. It speaks of the newest one.</li><li><strong>Context comes in pieces.</strong> What is on the screen is known to many components. Each gives its piece by a key, and takes it away when it goes; the package joins them, once for all that a render changes, in the order of the keys (<code>npm/context-pieces.ts</code>). The loader has one context still, as a page without components has.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0035-a-package-around-the-loader.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0035APackageAroundTheLoader = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0035APackageAroundTheLoader as default }
