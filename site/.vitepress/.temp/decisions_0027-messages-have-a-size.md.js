import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"27. Messages count against a quota","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0027-messages-have-a-size.md","filePath":"decisions/0027-messages-have-a-size.md"}',
)
const _sfc_main = { name: 'decisions/0027-messages-have-a-size.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="27-messages-count-against-a-quota" tabindex="-1">27. Messages count against a quota <a class="header-anchor" href="#27-messages-count-against-a-quota" aria-label="Permalink to &quot;27. Messages count against a quota&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>118 calls of one visitor stored 54 MB in four seconds. Files had limits, messages none.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>The database counts</strong>, by triggers on <code>messages</code>: whatever writes, moves or removes a row is counted, cascades, erasure, restore and a purge too, and no code can forget it. The price is one more write in a transaction.</li><li><strong>The workspace is counted</strong>, not the author, whom a message does not name. It is a user&#39;s own unless a host&#39;s tokens say otherwise.</li><li><strong>A user&#39;s limit is exact</strong>: the storing transaction checks it after its write. A project&#39;s sum would be one row that everybody waits for, so it is added up at most every ten seconds, and may be passed by what comes meanwhile.</li><li><strong>The last quarter of a project is for named users</strong>, for names of visitors cost nothing.</li><li><strong>An answer that has begun is kept whole</strong>: it is paid for. The limit is checked before a model is asked.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>Many writers of one workspace on Postgres wait for its one row: 320 to 450 appends a second where there were 780 to 980. Those of different workspaces do not notice each other.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0027-messages-have-a-size.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0027MessagesHaveASize = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0027MessagesHaveASize as default }
