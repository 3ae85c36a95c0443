import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"23. Time comes from the database","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0023-the-database-has-the-time.md","filePath":"decisions/0023-the-database-has-the-time.md"}',
)
const _sfc_main = { name: 'decisions/0023-the-database-has-the-time.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="23-time-comes-from-the-database" tabindex="-1">23. Time comes from the database <a class="header-anchor" href="#23-time-comes-from-the-database" aria-label="Permalink to &quot;23. Time comes from the database&quot;">​</a></h1><p>Leases of running answers, stops, sessions, tokens and the times of rows are compared by whoever reads them, with the clock of the machine that it runs on. A server 12 s ahead took its neighbours&#39; leases for over and cut every answer that it looked at; 60 s ahead, its tokens were refused everywhere else.</p><p>There is one thing that all servers of a database share. So the database&#39;s clock is the service&#39;s: <code>store.now()</code> shows it, and everything that another process may judge goes by it, our own tokens as well as those of host pages. With SQLite the one process&#39;s clock is the database&#39;s clock.</p><p><strong>A clock beside the database, not <code>now()</code> in each query.</strong> A token is proved without a query, and a lease would be another expression on each engine. At its start a process asks Postgres for the time once, and then every three seconds; between the answers Node&#39;s steady clock counts, which nobody sets. The database read its clock at some moment between question and answer, so an answer rules out all offsets but those of that interval, and one that was long on its way corrects little. On one network that leaves a millisecond.</p><p>What it does not do: a machine that sleeps stops its steady clock as well, and shows the time of before for three seconds after it wakes. Its answers are over by then, or their leases are renewed in those seconds.</p><p>The leeway of 30 s for tokens stays. It is for the clocks of the host pages&#39; servers, which we do not set.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0023-the-database-has-the-time.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0023TheDatabaseHasTheTime = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0023TheDatabaseHasTheTime as default }
