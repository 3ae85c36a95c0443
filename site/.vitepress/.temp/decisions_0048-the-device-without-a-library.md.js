import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"48. Device storage without a library","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0048-the-device-without-a-library.md","filePath":"decisions/0048-the-device-without-a-library.md"}',
)
const _sfc_main = { name: 'decisions/0048-the-device-without-a-library.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="48-device-storage-without-a-library" tabindex="-1">48. Device storage without a library <a class="header-anchor" href="#48-device-storage-without-a-library" aria-label="Permalink to &quot;48. Device storage without a library&quot;">​</a></h1><p>What is kept on a device goes through one mechanism (<code>widget/device/kept-rows.ts</code>): a kind, an owner, a lifetime, told to other tabs. Beneath it stands IndexedDB, and the question was whether a small library should stand between.</p><ul><li><strong>Tried: <code>idb</code> 8.0.4</strong>, which is kept well and does one thing. Bundled and minified its part that opens a database weighs 1,234 bytes after brotli. Of our <code>indexed-rows.ts</code> it would take the two functions that make promises of an opening and of a transaction, some 40 of 113 lines and 300 bytes. The rest is ours either way: key ranges by base and owner, the database that is opened anew after another tab asked for a newer version, and <code>commit()</code> before the page may go.</li><li>The file is part of what has to be there until somebody can type, where 125 bytes are left of 92,000. The kilobyte would be paid by every visitor for 40 lines that have not changed since they were written.</li><li>So <code>indexed-rows.ts</code> stays, in one file, behind an interface that a test fills without a browser.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0048-the-device-without-a-library.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0048TheDeviceWithoutALibrary = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0048TheDeviceWithoutALibrary as default }
