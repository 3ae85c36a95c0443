import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"64. Connections per address","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0064-connections-of-one-address.md","filePath":"decisions/0064-connections-of-one-address.md"}',
)
const _sfc_main = { name: 'decisions/0064-connections-of-one-address.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="64-connections-per-address" tabindex="-1">64. Connections per address <a class="header-anchor" href="#64-connections-per-address" aria-label="Permalink to &quot;64. Connections per address&quot;">​</a></h1><p><strong>Situation.</strong> A process takes as many connections as its open files allow, and closes those beyond. One address could take them all and keep them. Behind a proxy all connections are the proxy&#39;s, so that a limit of connections for each peer would refuse everybody at once.</p><p><strong>Decision.</strong></p><ul><li>Without trusted proxies the connections of an address are limited, when they come. An address at its limit gives up the oldest connection that waits for another request; browsers keep those for 75 seconds and open new ones without a word.</li><li>Behind trusted proxies the open requests of the visitor&#39;s address are counted, from the head until the answer has ended and the body has come. The count hangs on the server&#39;s <code>request</code> event, before the app: a request with a bad <code>Host</code> or address is answered before the app and counts as well. The app refuses, with the headers that let a page read why.</li><li>Both have one number: 500, ten for each of an office of 50, but at most a quarter of all places, so that it takes four addresses or more to fill a process. A quarter of a small process would be less than one browser opens: 8 is the least.</li><li>It is a setting of the process (<code>ALCOVE_CONNECTIONS_PER_ADDRESS</code>) and no limit of a project: a connection belongs to a process, and is there before its project is known. <code>ALCOVE_LIMITS=off</code> counts nothing here either.</li><li>Each process counts for itself: what runs out are its own places.</li></ul><p><strong>Addresses.</strong> An IPv6 address that stands for one of IPv4 counts as that one: NAT64&#39;s are all in one network of 64 bits, and one 6to4 address owns 65,536 of them. Where an operator&#39;s own translators put the IPv4 address (<code>64:ff9b:1::/48</code>, RFC 8215) depends on a length that is not in the address. They alone give these addresses out, so each is counted whole.</p><p><strong>Not done.</strong> An entry that cannot be read has no bucket of its text: what a proxy passes on from its caller would let the caller choose. It counts as the proxy&#39;s own address, and the log warns.</p><p><strong>Consequences.</strong> A caller with many addresses still fills a process. A proxy that leaves its request open after the visitor has gone, as HAProxy does until the next heartbeat, makes that request count for up to 15 seconds: the sample closes it (<code>option abortonclose</code>).</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0064-connections-of-one-address.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0064ConnectionsOfOneAddress = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0064ConnectionsOfOneAddress as default }
