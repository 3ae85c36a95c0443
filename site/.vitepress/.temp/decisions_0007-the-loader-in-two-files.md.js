import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"7. The loader in two files","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0007-the-loader-in-two-files.md","filePath":"decisions/0007-the-loader-in-two-files.md"}',
)
const _sfc_main = { name: 'decisions/0007-the-loader-in-two-files.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="7-the-loader-in-two-files" tabindex="-1">7. The loader in two files <a class="header-anchor" href="#7-the-loader-in-two-files" aria-label="Permalink to &quot;7. The loader in two files&quot;">​</a></h1><p><strong>Situation.</strong> The loader has 4,096 bytes for launcher, API, options, queue, bridge and frame. Panel geometry, the full-screen sheet, the failure card and the rules for the host&#39;s token cost about three thousand more. Most visitors never open the chat.</p><p><strong>Decision.</strong> <code>/alcove.js</code> is the one file that a page loads: launcher, queue, API (and, until <a href="./0036-one-accent-makes-the-colours.html">36</a>, the handshake). On intent (pointer, focus, touch) or an API call it creates the frame and imports <code>/alcove-panel.js</code>, at the same time. Both come from the same origin, so the page&#39;s policy needs nothing more.</p><p><strong>Instead of</strong> cutting the error texts and the sheet until all fits, which would take from the visitor what the budget was meant to give.</p><p><strong>Consequence.</strong> A page where nobody reaches for the chat pays for one request of 4 kB. Both files are kept five minutes by caches, and a page that stays open keeps its first file for as long as it likes, so each may meet another release&#39;s. What <code>loader/panel/main.ts</code> exports therefore only ever grows; a first file that finds an older second one says <code>version_skew</code>. <code>e2e/versions.spec.ts</code> tries the files of every release with those of now.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0007-the-loader-in-two-files.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0007TheLoaderInTwoFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0007TheLoaderInTwoFiles as default }
