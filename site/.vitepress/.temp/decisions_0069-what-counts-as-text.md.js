import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"69. Bytes that count as text","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0069-what-counts-as-text.md","filePath":"decisions/0069-what-counts-as-text.md"}',
)
const _sfc_main = { name: 'decisions/0069-what-counts-as-text.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="69-bytes-that-count-as-text" tabindex="-1">69. Bytes that count as text <a class="header-anchor" href="#69-bytes-that-count-as-text" aria-label="Permalink to &quot;69. Bytes that count as text&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Excel writes CSV as Windows-1252 or UTF-16. The model was told that such a file cannot be read, and the person was told nothing. Any bytes can be decoded as Windows-1252, so something has to decide which of them are text.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong><code>decodeText</code> in <code>shared/</code> decides for both sides</strong>: for the server that hands a file to a model, and for the composer that says before the send what will not be read. So they always agree.</li><li><strong>A mark at the start names the encoding</strong>: UTF-8, or UTF-16 in either order. Half pairs, half characters and control characters make it no text.</li><li><strong>Valid UTF-8 without a NUL is UTF-8</strong>, and is never taken for anything else.</li><li><strong>The rest is Windows-1252 if it reads like words</strong>: no control characters, none of the five unassigned bytes, at most half of the letters with marks, no five different marked characters in a row, hardly a sign between letters. Cyrillic, Greek, Polish, Japanese and Chinese encodings fail one of these.</li><li><strong>A file is stored and served as before</strong>: <code>text/plain</code> is valid UTF-8 alone. The bytes stay as they were sent, so that Excel opens a download as it did, and no browser is told a wrong character set.</li><li><strong>No library</strong> that guesses among dozens of encodings: it guesses wrong on short tables, silently, and the composer would have to load it too.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>Encodings that differ from Windows-1252 by letters alone (Czech, Hungarian, Turkish) are read with wrong letters where their texts have no tell-tale signs. A file of a few marked letters and nothing else is not read, and the composer says so. UTF-16 without its mark is not read.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0069-what-counts-as-text.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0069WhatCountsAsText = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0069WhatCountsAsText as default }
