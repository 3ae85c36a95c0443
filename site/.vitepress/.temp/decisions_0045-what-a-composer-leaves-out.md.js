import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"45. Features that the composer leaves out","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0045-what-a-composer-leaves-out.md","filePath":"decisions/0045-what-a-composer-leaves-out.md"}',
)
const _sfc_main = { name: 'decisions/0045-what-a-composer-leaves-out.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="45-features-that-the-composer-leaves-out" tabindex="-1">45. Features that the composer leaves out <a class="header-anchor" href="#45-features-that-the-composer-leaves-out" aria-label="Permalink to &quot;45. Features that the composer leaves out&quot;">​</a></h1><p>Three things that people meet elsewhere were weighed for the composer and the sheet, and left out.</p><ul><li><strong>A long paste that becomes a file.</strong> A text of 100,000 characters is pasted at once and sent as what it is, up to the limit that the person is told of from nine tenths on. As a file it would be read by another way, shown as a name, and no longer be words that one can change; whoever wants a file attaches one.</li><li><strong>A menu of commands and mentions</strong> behind <code>/</code> and <code>@</code>. Tools are the assistant&#39;s to choose, and a page&#39;s people and products would have to be told to the frame, letter by letter, for each to be offered. A list over the field also takes arrows, Enter and Escape away from a field that has a use for each.</li><li><strong>A swipe that closes the sheet.</strong> The browsers&#39; own gestures begin at the same edges: down reloads the page, from the side goes back, and that closes the sheet already. The button is as large as a finger and stands where the hand is.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0045-what-a-composer-leaves-out.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0045WhatAComposerLeavesOut = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0045WhatAComposerLeavesOut as default }
