import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"26. Long work runs in short steps","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0026-nobody-makes-others-wait.md","filePath":"decisions/0026-nobody-makes-others-wait.md"}',
)
const _sfc_main = { name: 'decisions/0026-nobody-makes-others-wait.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="26-long-work-runs-in-short-steps" tabindex="-1">26. Long work runs in short steps <a class="header-anchor" href="#26-long-work-runs-in-short-steps" aria-label="Permalink to &quot;26. Long work runs in short steps&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A server is one process with one event loop, and SQLite answers within it. A call of half a megabyte, well within its limits, held everybody else up: a removal of 200 from 10,000 messages for ten seconds, a page of long messages for half a second. <code>npm run bench -- hold</code> shows it, for every route by its most hostile calls.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>Long work goes in short steps</strong> (<code>server/steps</code>): a generator pauses after about a millisecond, and all of them together take 5 ms of a turn. JSON of bodies and rows is parsed and written so, since <code>JSON.parse</code> of half a megabyte of nested lists takes up to 60 ms. A worker would copy the value back, which costs the same.</li><li><strong>Statements are short</strong>: removals and moves touch 100 rows each, and the loop turns between two statements of a transaction.</li><li><strong>The log of SQLite is copied into the database in a thread of its own</strong> (<code>store/sqlite-checkpoints.ts</code>). Whoever committed the 4,000th page did it, 47 to 79 ms long, and everybody waited. A small site never starts the thread; at 16,000 pages whoever commits does it after all, so that the log stays below 64 MiB if the thread is no more.</li><li><strong>Rows are answered as they are kept.</strong> The column is JSON text, and goes into the answer as it is, unless a rating, a file&#39;s address or another format changes it. A page of deep lists was 2 million objects for a moment, whose collection alone took 100 ms. Pages and groups have 2 MiB of content.</li><li><strong>A message is indexed by the transaction that stores it</strong>, and not after its answer: what was acknowledged is found at once, on every server, and a crash leaves no message that nobody finds. So whoever stores it waits for that work, which a text bounds: its first 32,768 characters are read, and at most 32,768 bytes of different words are kept; a search looks into the rest itself. With it, to append a message takes 2.5 ms at the median on SQLite beside 1,000,000 others, and 4.6 on Postgres (<code>npm run bench -- store --big</code>).</li><li><strong>Who reads has a connection of their own</strong> on SQLite, and waits for no transaction.</li><li><strong>The search index is tidied by the purge</strong>, in steps. SQLite would rewrite it inside of a removal. Words of what was removed stay in its file for up to an hour; nobody finds them.</li><li><strong>An object has at most 20,000 keys.</strong> To list those of a larger one cannot be cut into steps.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>Work in steps takes longer in all, and other writers still wait for a long transaction. What a step cannot cut is bounded by a limit. The bench fails for a route without a hostile call, so that a new one is not forgotten.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0026-nobody-makes-others-wait.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0026NobodyMakesOthersWait = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0026NobodyMakesOthersWait as default }
