import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"22. Instructions that a page may give the model","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0022-what-a-page-may-say-to-the-model.md","filePath":"decisions/0022-what-a-page-may-say-to-the-model.md"}',
)
const _sfc_main = { name: 'decisions/0022-what-a-page-may-say-to-the-model.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="22-instructions-that-a-page-may-give-the-model" tabindex="-1">22. Instructions that a page may give the model <a class="header-anchor" href="#22-instructions-that-a-page-may-give-the-model" aria-label="Permalink to &quot;22. Instructions that a page may give the model&quot;">​</a></h1><p><strong>Situation.</strong> A page knows what the assistant does not: which product is open, which language the shop speaks. <code>Alcove(&#39;setContext&#39;, { system, callSettings })</code> sends it with each message (data goes another way: <a href="./0042-what-a-page-shares.html">42</a>). But a chat call proves no page: any visitor can write the same call by hand, with whatever words and wishes.</p><p><strong>Decision.</strong> The page wishes, the operator decides, and the server holds to it whoever called.</p><ul><li><strong><code>system</code></strong> reaches the model only where the assistant says so (<code>takesClientSystem</code>, default: no). Then it stands behind the operator&#39;s own text, between marks that its words cannot end, with the sentence that the operator&#39;s instructions hold. At most 8,192 characters leave the page, and <code>clientSystemBytes</code> reach the server&#39;s model; a longer text is refused, not cut.</li><li><strong><code>callSettings</code></strong> are <code>temperature</code> (0 to 2), <code>topP</code> (0 to 1), <code>maxOutputTokens</code> and up to 4 <code>stopSequences</code> of 64 characters. What lies outside is brought to the nearest value or left out. <code>maxOutputTokens</code> is never more than the assistant&#39;s, or 4,096 where the assistant has none.</li><li><strong>Nothing else.</strong> Another model, a key, headers, steps and tools of the server are no wish that a page has.</li></ul><p><strong>Money.</strong> A page can make an answer shorter, never longer than the operator allows. What <code>system</code> adds to a prompt is bounded, off by default, and counted as tokens like any other word.</p><p><strong>Consequence.</strong> A page that sets a context for an assistant that takes none loses nothing but the words. A context holds until the page says another one, also for the next person: a page that knows people says it anew for each.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0022-what-a-page-may-say-to-the-model.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0022WhatAPageMaySayToTheModel = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0022WhatAPageMaySayToTheModel as default }
