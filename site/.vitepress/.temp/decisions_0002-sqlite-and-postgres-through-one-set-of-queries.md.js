import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"2. SQLite and Postgres through one set of queries","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0002-sqlite-and-postgres-through-one-set-of-queries.md","filePath":"decisions/0002-sqlite-and-postgres-through-one-set-of-queries.md"}',
)
const _sfc_main = { name: 'decisions/0002-sqlite-and-postgres-through-one-set-of-queries.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="2-sqlite-and-postgres-through-one-set-of-queries" tabindex="-1">2. SQLite and Postgres through one set of queries <a class="header-anchor" href="#2-sqlite-and-postgres-through-one-set-of-queries" aria-label="Permalink to &quot;2. SQLite and Postgres through one set of queries&quot;">​</a></h1><p><strong>Situation.</strong> Alcove must start without a database server, and must also run on Postgres beside others.</p><p><strong>Decision.</strong> <code>node:sqlite</code>, which is part of Node, behind Kysely; Postgres behind the same Kysely queries. Columns keep to what both store alike: text for times and JSON, integers for booleans. The few real differences stand in one file per database. The same contract tests run on both.</p><p><strong>Instead of</strong> <code>better-sqlite3</code>: a native addon, whose install needs a compiler whenever a lock file is present, and which is no faster here. <strong>Instead of</strong> an ORM: queries would hide what is atomic.</p><p><strong>Consequence.</strong> No install script anywhere. SQLite has one writer, so a data folder belongs to one server, which holds a lock that ends with its process.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0002-sqlite-and-postgres-through-one-set-of-queries.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0002SqliteAndPostgresThroughOneSetOfQueries = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0002SqliteAndPostgresThroughOneSetOfQueries as default }
