import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"38. Pinned versions of the loader","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0038-one-version-of-the-loader.md","filePath":"decisions/0038-one-version-of-the-loader.md"}',
)
const _sfc_main = { name: 'decisions/0038-one-version-of-the-loader.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="38-pinned-versions-of-the-loader" tabindex="-1">38. Pinned versions of the loader <a class="header-anchor" href="#38-pinned-versions-of-the-loader" aria-label="Permalink to &quot;38. Pinned versions of the loader&quot;">​</a></h1><p>A page&#39;s owner who reviews what runs on the page wants those bytes and no others, also when the service is taken over. With <code>integrity</code> the browser checks the first file. The second one is the loader&#39;s own to check, on pages that allow the service in <code>script-src</code> and <code>frame-src</code> and nothing else.</p><ul><li><strong>A preload is checked, an import gets what it brought</strong> (<code>loader/import-checked.ts</code>): <code>&lt;link rel=&quot;modulepreload&quot; integrity&gt;</code> fetches the second file into the page&#39;s module map, and <code>import()</code> of the same address takes it from there. It needs <code>script-src</code> alone, works below <code>strict-dynamic</code>, and no trusted type stands in its way.</li><li><strong>Instead of</strong> <code>fetch</code>, which needs <code>connect-src</code>; an import map&#39;s <code>integrity</code>, which is inline script; <code>&lt;script integrity&gt;</code>, whose <code>src</code> trusted types guard; one file of 12 kB for everybody who never opens the chat; a check within the second file, which an altered one would leave out.</li><li><strong>It fails closed.</strong> A browser that knows no such preload (Safari before 17, Firefox before 115) never gets the second file there.</li><li><strong>The build writes, the server keeps.</strong> <code>dist/v/&lt;version&gt;/</code> is made of the same sources, with the second file&#39;s hash in the first (<code>scripts/write-version.ts</code>), and is never written over with other bytes. A server copies each release into its data folder, where an update finds it; what pages name by its hash is what was kept, not what was built anew by the same name.</li><li><strong>Between releases</strong> the version has <code>-dev</code> and a hash of the build, so that no address ever has two contents; such folders go with the next build.</li><li><strong>The frame has no versions.</strong> It is an origin of its own, with the conversations in it: it follows the service. What makes that safe is that a frame speaks with older loaders, which the tests of released files show (<code>e2e/versions.spec.ts</code>).</li><li><strong>The third file</strong> is checked in the same way by the second, which has its hash.</li><li><strong>Bytes.</strong> The check costs 115 bytes. What such a file cannot meet is not in it: a second file of another release, an address without its slash. It has a budget of its own, 4,096 bytes.</li></ul><p><strong>Later.</strong> The budget, and sentences that were not in this file: <a href="./0077-no-tricks-for-bytes.html">0077</a>.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0038-one-version-of-the-loader.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0038OneVersionOfTheLoader = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0038OneVersionOfTheLoader as default }
