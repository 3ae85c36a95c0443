import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"37. A third file of the loader for placement","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0037-a-third-file-for-the-place.md","filePath":"decisions/0037-a-third-file-for-the-place.md"}',
)
const _sfc_main = { name: 'decisions/0037-a-third-file-for-the-place.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="37-a-third-file-of-the-loader-for-placement" tabindex="-1">37. A third file of the loader for placement <a class="header-anchor" href="#37-a-third-file-of-the-loader-for-placement" aria-label="Permalink to &quot;37. A third file of the loader for placement&quot;">​</a></h1><p><strong>Situation.</strong> A sidebar, a chat in an element of the page, launchers of the page&#39;s own and rules by address are more code than the loader&#39;s first two files have room for, and most pages want none of it. A chat in an element has no click to wait for, and must not flash a launcher first.</p><p><strong>Decision.</strong> <code>loader/extras</code>, built as <code>alcove-extras.js</code>, holds where and when the chat stands, and the words for options that are wrong. The second file imports it from beside itself, when an option asks for it. The first file knows one thing of it: whether the page says anything of a place (<code>isPlaced</code>). Then it puts no launcher on the page but asks for the second file once the page has loaded and is idle; should that or the third not come, the launcher stands there after all.</p><p>A place changes three things of a panel, and nothing else knows of it: a style sheet over the first two files&#39; own, whether the panel is a sheet (<code>shape.mode</code>), and whether anybody can close it (<code>isFixed</code>). An element that goes takes the chat with it; its successor gets it again, and the frame, which loads anew then, has conversation and draft. A place that a frame would have to be moved into or out of is chosen once.</p><p>Two things that nobody had asked of the first file left it with this: what the launcher says of news is drawn by the second file, which an unread answer now fetches. Before, the next page said it to screen readers and showed no dot.</p><p><strong>Measured.</strong> First file 4,036 of 4,096 bytes; second 8,671 of 9,000, since it is now folded once more and written without line breaks as the first one (8,983 before, with less in it); third 5,148 of 6,000. A page that says nothing of a place asks for two files, as before.</p><p>What stands beside the launcher came into the same file: notices, a greeting, what to keep away from, elements of the page that ask (<code>data-triggers</code>: nothing listens to a page&#39;s clicks unless its tag says so), and the title&#39;s number. A page&#39;s address is heard by the browser&#39;s own events, and where there are none after clicks and keys; its document is watched only while the element that the chat stands in is missing.</p><p><strong>Instead of</strong> classes on the root, which the page could style by accident; of <code>moveBefore</code>, by which a frame could change its place without loading again, in one engine; and of <code>URLPattern</code>, which knows more than paths need and is not everywhere.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0037-a-third-file-for-the-place.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0037AThirdFileForThePlace = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0037AThirdFileForThePlace as default }
