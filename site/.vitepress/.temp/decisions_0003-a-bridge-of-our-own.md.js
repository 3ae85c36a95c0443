import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"3. A bridge of our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0003-a-bridge-of-our-own.md","filePath":"decisions/0003-a-bridge-of-our-own.md"}',
)
const _sfc_main = { name: 'decisions/0003-a-bridge-of-our-own.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="3-a-bridge-of-our-own" tabindex="-1">3. A bridge of our own <a class="header-anchor" href="#3-a-bridge-of-our-own" aria-label="Permalink to &quot;3. A bridge of our own&quot;">​</a></h1><p><strong>Situation.</strong> Loader and frame call each other over a <code>MessagePort</code>, and the loader may weigh 4,096 bytes in all.</p><p><strong>Decision.</strong> A small typed RPC in <code>shared/bridge</code>: a contract, a handshake, a channel.</p><p><strong>Instead of</strong> a library: with penpal the loader weighed 5,724 bytes, with birpc 4,288, with our own 3,518. birpc also sends the stack of an error to the other origin, loses its code, and answers to inherited names such as <code>toString</code> unless told otherwise.</p><p>No package is published under the name <code>postmessage-rpc</code> (npm registry, November 2026).</p><p><strong>Consequence.</strong> Time limits, unknown calls, replaced ports and hostile messages are ours to test; they are, in <code>shared/bridge</code>.</p><p><strong>Later.</strong> The numbers of bytes: <a href="./0077-no-tricks-for-bytes.html">0077</a>.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0003-a-bridge-of-our-own.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0003ABridgeOfOurOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0003ABridgeOfOurOwn as default }
