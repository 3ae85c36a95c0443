import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"84. Icons by lucide-react","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0084-icons-by-lucide-react.md","filePath":"decisions/0084-icons-by-lucide-react.md"}',
)
const _sfc_main = { name: 'decisions/0084-icons-by-lucide-react.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="84-icons-by-lucide-react" tabindex="-1">84. Icons by lucide-react <a class="header-anchor" href="#84-icons-by-lucide-react" aria-label="Permalink to &quot;84. Icons by lucide-react&quot;">​</a></h1><p><strong>Situation.</strong> The frame imported the drawings of the Lucide set as data and drew them with a component of our own (<code>widget/ui/icon.tsx</code>), which also needed a file of types and a test of the drawn shapes. The owner of Alcove named <code>lucide-react</code>, the set&#39;s own package for React.</p><p><strong>Decision.</strong> Icons are components of <code>lucide-react</code>, each imported by its name. Our component, its types and that test are removed. Only <code>.tsx</code> files may import the package, as with React itself; <code>scripts/architecture/rooms.ts</code> says so, and the import check enforces it.</p><ul><li><strong>Size and stroke stay in style sheets</strong>, which select the class <code>lucide</code> that the package gives each icon.</li><li><strong>An icon is hidden from screen readers</strong>: the package sets <code>aria-hidden=&quot;true&quot;</code> on an icon without a label. The button itself has the name.</li><li><code>widget/ui/icons.test.tsx</code> draws the icons that the specification lists (2.28, 2.29). <code>widget/ui/icon-names.test.ts</code> reads which icons stand alone in a button, and fails if one icon has two names (A37).</li><li><strong>The launcher draws its own sign.</strong> The loader runs on the host page and has no package in it.</li></ul><p><strong>Cost.</strong> The frame grew by 2.0 kB (brotli) when this was measured.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0084-icons-by-lucide-react.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0084IconsByLucideReact = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0084IconsByLucideReact as default }
