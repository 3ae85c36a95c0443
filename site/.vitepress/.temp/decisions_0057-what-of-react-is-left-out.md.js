import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"57. Parts of React that are left out","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0057-what-of-react-is-left-out.md","filePath":"decisions/0057-what-of-react-is-left-out.md"}',
)
const _sfc_main = { name: 'decisions/0057-what-of-react-is-left-out.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="57-parts-of-react-that-are-left-out" tabindex="-1">57. Parts of React that are left out <a class="header-anchor" href="#57-parts-of-react-that-are-left-out" aria-label="Permalink to &quot;57. Parts of React that are left out&quot;">​</a></h1><p><strong>Situation.</strong> The frame should be usable after 90,000 bytes. The menu and the 28 languages had brought it to 91,941. React is three fifths of it, and a bundler takes React&#39;s files whole: they name what they offer by assignments, and React&#39;s own parts ask for each other.</p><p><strong>Decision.</strong> The build takes out of React&#39;s files what nothing in the frame asks for, by a list (<code>scripts/trim-react.ts</code>): children as a list, copies of elements, forms, hints to fetch something early, and parts of the scheduler. What only these used goes by itself. A name that React does not have any more ends the build, and so does a module that imports a name of the list: whoever wants one takes it off. With <code>npm run dev</code> and in unit tests React is whole.</p><p><strong>Besides.</strong></p><ul><li>Texts of what comes after the first paint stand where that comes (<code>later-en.ts</code>): files, versions, edits, what is announced, and what stands beside formatted text. <code>useLaterTexts()</code> knows the texts of <code>en.ts</code>, too, so that a component asks one hook.</li><li>The file that follows is folded once more like the first one, which takes the build two seconds and was worth 1,500 bytes.</li></ul><p><strong>Not done.</strong> Names of fields inside React can be shortened as well, for 600 bytes more. A field with such a name in another file would then be another one, and nothing would tell.</p><p><strong>Measured.</strong> Until usable 91,941 bytes before and 89,557 now: 1,520 by React, 870 by texts. What follows 94,967 and 94,429.</p><p><strong>Later.</strong> Nothing of React is left out any more: <a href="./0077-no-tricks-for-bytes.html">0077</a>.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0057-what-of-react-is-left-out.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0057WhatOfReactIsLeftOut = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0057WhatOfReactIsLeftOut as default }
