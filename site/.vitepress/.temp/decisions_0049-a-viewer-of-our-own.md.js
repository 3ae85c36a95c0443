import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"49. A viewer of our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0049-a-viewer-of-our-own.md","filePath":"decisions/0049-a-viewer-of-our-own.md"}',
)
const _sfc_main = { name: 'decisions/0049-a-viewer-of-our-own.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="49-a-viewer-of-our-own" tabindex="-1">49. A viewer of our own <a class="header-anchor" href="#49-a-viewer-of-our-own" aria-label="Permalink to &quot;49. A viewer of our own&quot;">​</a></h1><p>An image opened in a plain dialog: it could not be zoomed, saved or left for the next one. The viewer does these. The question was whether a library should.</p><ul><li><strong>Tried</strong>, each bundled and minified with React left out, after brotli: <code>photoswipe</code> 5.4.4, 15,109 bytes and its styles; <code>yet-another-react-lightbox</code> 3.32.2 with its zoom, 12,608; <code>@use-gesture/react</code> 10.3.1, which reads gestures alone, 7,886. All are well kept, and all weigh more than our whole viewer with its dialog buttons, texts and styles (4.1 kB).</li><li><strong><code>@panzoom/panzoom</code> 4.6.2</strong> is small enough, 3,278 bytes. It pans and zooms by wheel and fingers, and its <code>contain</code> holds an image either inside of its parent or around it; a whole image that is then zoomed is first the one and then the other. It knows no swipe, no two taps, no keys and no writing direction, and it owns the pointers that a swipe needs. Our <code>zoom.ts</code> and <code>gestures.ts</code> do all of it in some 200 lines that a test fills without a browser.</li><li><strong>It walks the images of the conversation</strong> that are drawn, in the order of reading, as messengers do: people compare what they sent with what came back, and those are two messages. Images of a draft are walked by themselves, since nobody has sent them. What is not drawn now (a folded part of a long conversation) is not loaded for it.</li><li><strong>A file of its own</strong> (<code>viewer</code>), which is asked for when the first image is opened; most conversations have none. A press whose file does not come is kept, as with the menu.</li><li><strong>One place draws it</strong> (<code>message-keeper.tsx</code>), outside of the log: otherwise its wheel and its arrow keys would be those of the log, and a message that is drawn anew would close it.</li><li><strong>The focus is on the image first</strong>, not on the first button: a button shows its tooltip, which takes the first Escape.</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0049-a-viewer-of-our-own.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0049AViewerOfOurOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0049AViewerOfOurOwn as default }
