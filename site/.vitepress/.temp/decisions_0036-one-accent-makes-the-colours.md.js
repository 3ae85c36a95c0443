import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"36. One accent makes the colours","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0036-one-accent-makes-the-colours.md","filePath":"decisions/0036-one-accent-makes-the-colours.md"}',
)
const _sfc_main = { name: 'decisions/0036-one-accent-makes-the-colours.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="36-one-accent-makes-the-colours" tabindex="-1">36. One accent makes the colours <a class="header-anchor" href="#36-one-accent-makes-the-colours" aria-label="Permalink to &quot;36. One accent makes the colours&quot;">​</a></h1><p><strong>Situation.</strong> An owner has one brand colour and no wish to choose twenty. A chat that takes it as it is has labels that nobody can read: white on a common orange has 2.97:1. A page may name the colour in its tag, or change it while the chat stands.</p><p><strong>Decision.</strong> <code>shared/look/palette.ts</code> makes all colours of a scheme from the accent: hue and chroma stay, and each lightness walks until every pair of <code>CONTRAST_PAIRS</code> holds WCAG&#39;s ratio and, unless the owner says <code>brand</code>, APCA&#39;s floor. It is one function for the server, which refuses what cannot be read before it starts, and for the frame, which fetches it with the rest of the look in a file of its own (6 kB): most chats look as they are and never ask for it. Until it is there nothing is painted, three seconds at most. Colours of the owner&#39;s own go over the palette; one that makes a text unreadable is left out, and told with its contrast.</p><p>The launcher has exactly the colour that was given, and black or white on it, whichever is easier to read (4.5:1 on any colour): what a page paints first must not change when the rest comes. A project&#39;s own file, <code>/p/&lt;project&gt;/alcove.js</code>, has it in it.</p><p>Options are read in one place, <code>shared/look/read-look.ts</code>, grouped as in <code>createChat</code> or flat as in attributes. The page&#39;s side hands them on as they are: the frame says what is wrong, as an <code>error</code> event of the page.</p><p><strong>Measured.</strong> 4,096 accents in both schemes: no pair below its ratio; 35 % of the accents stand as they were given, 55 % with <code>brand</code>; 0.3 ms a palette. The bare first file has 4,059 of 4,096 bytes, a project&#39;s with accent and label 4,074; an icon adds its path, and one of 55 characters passes the limit by 3.</p><p><strong>Instead of</strong> <code>culori</code>&#39;s own parser and gamut mapping, of which only conversions are used; of <code>apca-w3</code>, whose licence is no common one, for twelve lines of a published formula; and of CSS&#39;s own <code>contrast-color()</code>, which knows black and white only and no list of surfaces.</p><p><strong>Consequence.</strong> The bridge moved from the loader&#39;s first file into its second, which made the room for the launcher&#39;s options: a setup is whole from the first message on, and a failure need not wait for its words. A wrong option is told once somebody wants the chat, no longer at each load of a page.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0036-one-accent-makes-the-colours.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0036OneAccentMakesTheColours = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0036OneAccentMakesTheColours as default }
