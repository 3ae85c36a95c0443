import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"51. Three engines, two drivers","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0051-three-engines.md","filePath":"decisions/0051-three-engines.md"}',
)
const _sfc_main = { name: 'decisions/0051-three-engines.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="51-three-engines-two-drivers" tabindex="-1">51. Three engines, two drivers <a class="header-anchor" href="#51-three-engines-two-drivers" aria-label="Permalink to &quot;51. Three engines, two drivers&quot;">​</a></h1><p>The main journeys are made in Chromium, Firefox and WebKitGTK, as Debian has them. Playwright&#39;s own builds of Firefox and WebKit are not used: they come from an address that is neither npm&#39;s nor Debian&#39;s, so that a fresh machine would need a third source, and they are not the browsers that people have.</p><ul><li><strong>Playwright drives Chromium and Firefox.</strong> It is here already, and speaks the protocol that Firefox itself has (WebDriver BiDi). Letters are typed one by one: filling a field in a frame reaches no React there.</li><li><strong>WebKitGTK is driven over WebDriver by a client of our own</strong> (<code>e2e/engines/webdriver.ts</code>, a dozen commands over <code>fetch</code>). Playwright cannot drive it. <code>selenium-webdriver</code> and <code>webdriverio</code> can, and bring 20 and more packages for those commands; for Firefox both want <code>geckodriver</code>, which neither npm nor Debian has as a program.</li><li><strong>One interface for both.</strong> A journey sees <code>EnginePage</code> alone: places by role and name, clicks, keys, texts. It is smaller than what Playwright offers, and whatever it cannot say stays in the tests of Chromium.</li><li><strong>Roles and names are WebKit&#39;s own.</strong> Its driver tells what assistive technology would be told, so that a name that WebKit computes otherwise fails a journey.</li><li><strong>Without layers</strong> (<code>WEBKIT_DISABLE_COMPOSITING_MODE</code>): nobody has a graphics card there, and to compute what one would do costs a third of the run.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0051-three-engines.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0051ThreeEngines = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0051ThreeEngines as default }
