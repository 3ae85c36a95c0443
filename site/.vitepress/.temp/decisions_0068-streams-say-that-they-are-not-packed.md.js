import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"68. Streams are marked as not compressible","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0068-streams-say-that-they-are-not-packed.md","filePath":"decisions/0068-streams-say-that-they-are-not-packed.md"}',
)
const _sfc_main = { name: 'decisions/0068-streams-say-that-they-are-not-packed.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="68-streams-are-marked-as-not-compressible" tabindex="-1">68. Streams are marked as not compressible <a class="header-anchor" href="#68-streams-are-marked-as-not-compressible" aria-label="Permalink to &quot;68. Streams are marked as not compressible&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Behind Caddy 2.6 with <code>encode gzip</code>, a reader who came back to a running answer saw nothing until its end. Caddy decides at the first write of a response: one of more than 512 bytes is packed, <code>no-transform</code> or not, and its packer is never flushed. A new answer begins with a short event and is left alone; a resumed one begins with all that was said so far.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Every stream has <code>Content-Encoding: identity</code>. Caddy packs nothing that has an encoding, and neither does nginx.</p><p>The alternative was a short comment as the first write. It reaches Caddy as a write by itself only when the proxy reads the comment before the rest arrives: of 30 resumed streams 8 came through with it, and 4 when the rest was written a tick later. A pause long enough for a busy proxy would delay every resumed answer. With the header 30 of 30 came through.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>RFC 9110 reserves <code>identity</code> for <code>Accept-Encoding</code> and says that it should not be in <code>Content-Encoding</code>. Browsers and HTTP clients take it for what it says: nothing was done to the body. <code>server/proxies.integration.test.ts</code> holds each proxy&#39;s resumed answer.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0068-streams-say-that-they-are-not-packed.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0068StreamsSayThatTheyAreNotPacked = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0068StreamsSayThatTheyAreNotPacked as default }
