import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"61. Meaning of ready","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0061-what-ready-means.md","filePath":"decisions/0061-what-ready-means.md"}',
)
const _sfc_main = { name: 'decisions/0061-what-ready-means.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="61-meaning-of-ready" tabindex="-1">61. Meaning of ready <a class="header-anchor" href="#61-meaning-of-ready" aria-label="Permalink to &quot;61. Meaning of ready&quot;">​</a></h1><p><strong>Situation.</strong> <code>/healthz</code> asks the database to read, which a full disk, a standby and a quota all allow. A probe that tells balancers where to send has to know whether a write works, and must not let any caller make the server write without bound.</p><p><strong>Decision.</strong> <code>/readyz</code> commits a row with another value each time, and puts a file of 64 KiB into the data folder (embedded database) and into the folder of files (disk store). One proof serves all callers of a second; a proof that hangs for five seconds counts as a failure, and no second one is begun beside it.</p><p><strong>Why not less.</strong> A write that is rolled back says nothing of the commit; SQLite skips a write that changes nothing. A row that is written again needs no new page, in either engine: on a full disk it passes while messages fail. So the folder is asked for 64 KiB, more than SQLite takes at its next step, and Postgres for a temporary file of half a megabyte, which lies on the database&#39;s own disk and needs neither a lock nor a row of the catalogue. <code>truncate</code> would need both, and wait for a <code>pg_dump</code>.</p><p><strong>Balancers.</strong> With a shared database all servers cease to be ready at once. A balancer that then had no server would show visitors nothing, though reads work: <code>haproxy.cfg</code> sends to servers that are alive when none is ready. Containers are restarted by <code>/healthz</code> alone, since a restart frees no disk.</p><p><strong>Stops.</strong> New connections are refused from SIGTERM on, which every balancer takes for not ready. Some send no call a second time: <code>ALCOVE_STOP_DELAY_SECONDS</code> keeps the server taking calls while <code>/readyz</code> is 503. It is 0 by default, for HAProxy sends again and a developer who stops a server does not wait.</p><p><strong>Floors.</strong> Files are refused at two amounts of free space, as <code>unavailable</code> (503) with words of their own: <code>quota_exceeded</code> tells people to delete conversations, which frees little and not for them. Room that is promised at a presigned address is held in memory: a restart forgets it, and the check when the bytes come holds anyway. What visitors were promised and never sent holds nothing back from named users, or a visitor who declares much could refuse them.</p><p><strong>Refusals during an upload.</strong> The rest of the body is read and thrown away before the answer, at most 64 MiB and as fast as an upload has to be: browsers read no answer while they send, and a connection that closes on unread bytes is reset.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0061-what-ready-means.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0061WhatReadyMeans = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]])
export { __pageData, _0061WhatReadyMeans as default }
