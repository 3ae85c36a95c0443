import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"60. Only hosts of the service are answered","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0060-hosts-that-are-the-services.md","filePath":"decisions/0060-hosts-that-are-the-services.md"}',
)
const _sfc_main = { name: 'decisions/0060-hosts-that-are-the-services.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="60-only-hosts-of-the-service-are-answered" tabindex="-1">60. Only hosts of the service are answered <a class="header-anchor" href="#60-only-hosts-of-the-service-are-answered" aria-label="Permalink to &quot;60. Only hosts of the service are answered&quot;">​</a></h1><p><strong>Situation.</strong> A page of <code>evil.test</code> can let that name lead to a server in the visitor&#39;s network (DNS rebinding). To the browser the server&#39;s answers are then the page&#39;s own. Alcove compared <code>Origin</code> with <code>Host</code>, and both said <code>evil.test</code>: the page got tokens and read everything that needs none, with <code>ALCOVE_PUBLIC_URL</code> set too.</p><p><strong>Decision.</strong> One middleware before all routes, static files included, answers only hosts that a setting names, <code>localhost</code> and IP addresses. The last two are always safe: rebinding needs a name that the attacker owns. Which pages may call as the service&#39;s own is a second question. With a public address it is that origin and those of <code>ALCOVE_OWN_ORIGINS</code>, exactly; without one also an origin of a loopback name or an address that is the request&#39;s own <code>Host</code>.</p><ul><li><strong>Status 421</strong> (Misdirected Request, RFC 9110): the server does not answer for the target&#39;s authority. 400 would say that the request is malformed, 403 that another caller could make it, and 404 would send the operator after a missing file.</li><li><strong>The answer is JSON</strong>, for browsers too, as it is for every other refusal.</li><li><strong>Names count, ports do not.</strong> Proxies and port mappings of containers change ports, and an attacker&#39;s page has no other name by another port. <code>X-Forwarded-Host</code> is not believed: a setting says what the address is.</li><li><strong>Origins, not host names, in <code>ALCOVE_OWN_ORIGINS</code>.</strong> An origin is compared as a whole, so that nothing has to be guessed about scheme and port, and it is written as <code>ALCOVE_PUBLIC_URL</code> is.</li><li><strong>The files&#39; origin is answered, and its pages may not call.</strong> Uploaded files have that origin.</li><li><strong>Health checks and server keys</strong> are heard by any name: the first tell nothing, and a browser&#39;s page has no key. The middleware only looks at a key&#39;s form, and only in front of the API, whose own check follows.</li><li><strong>HTTP/1.1 without <code>Host</code></strong> stays 400, as RFC 9112 demands; HTTP/1.0 may leave it out, as HAProxy&#39;s checks do.</li></ul><p><strong>Cost.</strong> A server that others reach by a name does not start to work before <code>ALCOVE_PUBLIC_URL</code> is set. It warns at its start, and the refusal, the log and <code>alcove doctor</code> name the setting.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0060-hosts-that-are-the-services.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0060HostsThatAreTheServices = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0060HostsThatAreTheServices as default }
