import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"56. A launcher that steps aside","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0056-a-launcher-that-steps-aside.md","filePath":"decisions/0056-a-launcher-that-steps-aside.md"}',
)
const _sfc_main = { name: 'decisions/0056-a-launcher-that-steps-aside.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="56-a-launcher-that-steps-aside" tabindex="-1">56. A launcher that steps aside <a class="header-anchor" href="#56-a-launcher-that-steps-aside" aria-label="Permalink to &quot;56. A launcher that steps aside&quot;">​</a></h1><p><strong>Situation.</strong> A launcher stands over the corner of somebody else&#39;s page. Whoever goes through that page by the keyboard must see where they are (A29), also before anybody wanted the chat, when only the first file is there. In six forms the code for it cost 116 to 157 bytes; some 20 were free.</p><p><strong>Decision.</strong> The first file only notices, once: when the focus moves or a key goes up, it looks whether what has the focus is in a modal dialog, or has its lower right end under the launcher. That asks for the other files, which do the rest from then on: move the launcher over what has the focus, move the chat into the dialog, hide the launcher while a phone&#39;s keyboard is up. What does not come is not asked for again by it, so that keys make no storm of requests and errors. A launcher that is being pressed stays where it is.</p><p><strong>What went for it.</strong></p><ul><li>Whether the visitor&#39;s system is dark is said by style sheets until the second file is there, which then knows it too.</li><li>The note of a second file that did not come has one button, &quot;Try again&quot;. The launcher closes it, and says so: it used to offer to open what was open, and to try again in its own way.</li><li><code>aria-controls</code> on the launcher, which of the common screen readers only JAWS reads.</li></ul><p><strong>Left.</strong> A field that begins left of the launcher and ends right of it, as on most phones, is not noticed. There a keyboard usually lies over the launcher; where the page is made smaller instead, the launcher goes once the third file is there for another reason. In an element with a shadow of its own the first file sees that element, and the third what is in it.</p><p><strong>Measured.</strong> First file 4,073 bytes of 4,096, of one version 4,082 to 4,093 by its hash, after one function had moved behind another; second 8,998 of 9,000; third 10,271, whose limit is 10,300 now.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0056-a-launcher-that-steps-aside.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0056ALauncherThatStepsAside = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0056ALauncherThatStepsAside as default }
