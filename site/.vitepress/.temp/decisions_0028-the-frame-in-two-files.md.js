import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"28. The frame in two files","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0028-the-frame-in-two-files.md","filePath":"decisions/0028-the-frame-in-two-files.md"}',
)
const _sfc_main = { name: 'decisions/0028-the-frame-in-two-files.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="28-the-frame-in-two-files" tabindex="-1">28. The frame in two files <a class="header-anchor" href="#28-the-frame-in-two-files" aria-label="Permalink to &quot;28. The frame in two files&quot;">​</a></h1><p>The frame was built into 87 files, 53 of them under 1 kB, since each <code>import()</code> and each set of modules that two of them share made one. A cold opening asked for 63 of them; on a line of 300 ms each step that led to the next cost a third of a second, and every press that needed one more could fail by itself.</p><ul><li><p><strong><code>frame</code> is what the first paint needs, <code>later</code> is the rest</strong> (<code>scripts/frame-files.ts</code>): whatever the entry reaches without <code>import()</code> is in the first, whatever else is reached in the second, which is asked for as soon as the composer can be used. Markdown, formulas and the colouring worker stay apart: they are large, and many chats never need the last two. So do the page&#39;s tools with the check of their arguments: most pages have none, and a page that has some fetches them when it says so. The built frame has 10 files; the document, <code>frame</code> and its styles are the first three.</p></li><li><p><strong>Messages are in <code>later</code>, whole</strong>: with their window, their actions and what keeps the view. What sends and receives is there too, so no message can be before it, and nothing of a message needs a seam of its own. The log itself, with its keys and its greeting, is in <code>frame</code>: the focus may be in it when the messages come.</p></li><li><p><strong><code>import()</code> stays where a part is wanted.</strong> A unit test then loads what it tests, and not the whole frame; which file a part comes in is the build&#39;s business alone.</p></li><li><p><strong>Whoever acts on a press has its code without waiting</strong> (<code>shared/later.ts</code>): even an <code>import()</code> of a module that is there answers some tasks later. A key pressed in between was written into the conversation that the press had left.</p></li><li><p><strong>A part that did not come is asked for until it does</strong> (<code>shared/later.ts</code>), with pauses from 1 to 30 s and at once when the browser is online again; a banner says so, and a message that is sent meanwhile waits in the composer and goes out when it is there. With one file for all of them, one lost request would otherwise leave a visitor without answers drawn, files and actions until the next load.</p></li><li><p><strong>What stands in the same file is imported</strong>, not fetched: keepers that were promises of keepers are gone.</p></li><li><p><strong>Budgets</strong> count bytes and files of both (<code>budgets.json</code>): one more file, or one more request, fails the checks.</p></li></ul><p>A cold opening with a first answer asks for 7 files (63 before). Measured in turns on two cores, three runs each: from the click to a usable composer 376 ms (403 before), with a pointer that rested on the launcher 11 ms (20 before).</p><p><strong>Later.</strong> File names no longer decide, and budgets: <a href="./0077-no-tricks-for-bytes.html">0077</a>.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0028-the-frame-in-two-files.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0028TheFrameInTwoFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0028TheFrameInTwoFiles as default }
