import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"32. Folders of the frame follow its visible parts","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0032-the-frame-in-rooms.md","filePath":"decisions/0032-the-frame-in-rooms.md"}',
)
const _sfc_main = { name: 'decisions/0032-the-frame-in-rooms.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="32-folders-of-the-frame-follow-its-visible-parts" tabindex="-1">32. Folders of the frame follow its visible parts <a class="header-anchor" href="#32-folders-of-the-frame-follow-its-visible-parts" aria-label="Permalink to &quot;32. Folders of the frame follow its visible parts&quot;">​</a></h1><p>The frame stood in layers: <code>engine</code>, <code>state</code>, <code>components</code>. Whoever wanted to change the composer read in all three, in files that a hundred others stood between.</p><ul><li><strong>A folder is what people would point at</strong>: <code>conversation</code>, <code>composer</code>, <code>thread-list</code>, <code>messages</code>, <code>outbox</code>, <code>shell</code>. <code>state</code> is what all of them share: who chats, and in what world.</li><li><strong>The layers stay, inside a room.</strong> <code>.ts</code> decides and knows neither React nor atoms, <code>.tsx</code> draws, and <code>atoms</code> is the room&#39;s part of the one store. Without a folder of its own the check could not tell an engine that reads atoms from one that does not; with it, <code>scripts/architecture/rooms.ts</code> keeps both apart.</li><li><strong>Parts of the store may import each other</strong> across rooms, since one store is what they are: a message that is sent leaves the composer, waits in the outbox and is shown in a conversation. What draws is not among them.</li><li><strong><code>outbox</code> has no <code>atoms</code></strong>: it is nothing but that, and draws nothing.</li></ul><p><strong>Later.</strong> Rooms stand in an order, and <code>state</code> is now <code>world</code> and <code>session</code>: <a href="./0081-rooms-of-the-frame-in-an-order.html">0081</a>.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0032-the-frame-in-rooms.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0032TheFrameInRooms = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0032TheFrameInRooms as default }
