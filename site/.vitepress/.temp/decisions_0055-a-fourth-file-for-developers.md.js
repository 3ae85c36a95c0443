import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"55. A fourth file of the loader for developers","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0055-a-fourth-file-for-developers.md","filePath":"decisions/0055-a-fourth-file-for-developers.md"}',
)
const _sfc_main = { name: 'decisions/0055-a-fourth-file-for-developers.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="55-a-fourth-file-of-the-loader-for-developers" tabindex="-1">55. A fourth file of the loader for developers <a class="header-anchor" href="#55-a-fourth-file-of-the-loader-for-developers" aria-label="Permalink to &quot;55. A fourth file of the loader for developers&quot;">​</a></h1><p><strong>Situation.</strong> Whoever builds a page and sees no chat, or one that does not do what it should, had the console&#39;s line, the card on localhost and <code>npx alcove doctor</code>, which looks from outside. None of them sees what only the page can: a banner over the launcher, a second tag, a policy in the page&#39;s own text, a token of another clock, which messages crossed. Decisions <a href="./0044-calls-that-are-not-there.html">44</a> and <a href="./0054-what-of-the-first-sketch-is-elsewhere.html">54</a> had left <code>doctor</code>, <code>metrics</code> and a view of that out, for the bytes of the first file.</p><p><strong>Decision.</strong> <code>loader/debug</code>, built as <code>alcove-debug.js</code>, ≤ 5,100 B, holds all of it, and no visitor fetches it: the third file asks for it when the page calls <code>doctor</code> or <code>metrics</code>, says <code>data-debug</code>, listens to an event that there is not, or when a failure&#39;s card is drawn for its owner. Three small things of the first two files let it see what it needs: the port to the frame and the failure that stands are on what the page said, and each name that is listened to is handed on, as calls are before the script is there (<code>names.push</code>). A file of one version checks it by its hash, as the ones before it.</p><ul><li><code>doctor()</code> looks from within and asks no server anything: pages allow us scripts and a frame, nothing else. Findings have the shape of the command&#39;s, and what both must know of policies is one file (<code>shared/page-policy.ts</code>).</li><li><code>metrics()</code> is what the browser measured. The service lets pages read sizes (<code>Timing-Allow-Origin</code>).</li><li>The box of <code>data-debug</code> stands in the corner across from the launcher, closed, and says how many problems there are.</li><li>What it says can be sent to anybody: names, sizes, times, codes. No word of a conversation, no token, no key, no query of an address. Of a token in passing only its own times are noted, and the token is not kept.</li></ul><p><strong>Room for it.</strong> <code>update</code> went from the second file to the third, since few pages change their options: the second had 51 bytes left, and has 17 with what is new. The third may have 10,100 B (9,800 before).</p><p><strong>Found on the way.</strong> A chat that is placed (<code>data-mode</code>, <code>data-show-on</code>) warned of a silent frame after five seconds although nobody had asked for one; the debug box made it visible.</p><p><strong>Instead of</strong> a longer second file; of a box that is drawn by the frame, which is not there when one needs it; and of <code>?alcove-debug</code> in the page&#39;s address, by which any visitor could look.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0055-a-fourth-file-for-developers.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0055AFourthFileForDevelopers = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0055AFourthFileForDevelopers as default }
