import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"18. Checkpoints without an index on the embedded database","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0018-checkpoints-without-an-index.md","filePath":"decisions/0018-checkpoints-without-an-index.md"}',
)
const _sfc_main = { name: 'decisions/0018-checkpoints-without-an-index.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="18-checkpoints-without-an-index-on-the-embedded-database" tabindex="-1">18. Checkpoints without an index on the embedded database <a class="header-anchor" href="#18-checkpoints-without-an-index-on-the-embedded-database" aria-label="Permalink to &quot;18. Checkpoints without an index on the embedded database&quot;">​</a></h1><p>A running answer is checkpointed five times a second. With a thousand answers that was a thousand rows in an index by run and position, and since each run has its own place in it, a thousand pages were changed for each flush: 28 ms of CPU after a minute, and by arithmetic 4 MB to write, for 250 kB of text. Without the index a flush takes 3 ms, and stays there.</p><p>Nobody needs the index while a server of the embedded database runs: its readers have the log in memory, and no other process can have the file. Checkpoints are read once, by the next start after a crash, for twenty runs in one pass over what there is. So there they lie in the order in which they came. A run that ends does not look for its own: everything before the first checkpoint of an open run goes, each row looked at once. What an ended run left behind an older, still open one stays for so long; nothing reads it, and no backup has it.</p><p>On Postgres other processes follow a run through its checkpoints, so there the index stays.</p><p><strong>What readers see waits for the store, not for the clock.</strong> A promise of 250 ms cannot be kept by a timer: a busy process serves its timers late, its turn at the database comes late, and an answer that waited for its own turn gets the words of seconds in one moment. So each chunk looks at the steady clock and saves what is due, and before more of an answer is shown, what was shown and is not saved must have come within 225 ms, by the clock and by the answer&#39;s own pace (bytes over time since its first chunk). On a quiet machine nothing ever waits. A store that takes longer than five seconds is away: then the answers go on without it.</p><p><strong>Measured again</strong> (28 November 2026, 1,000 open runs, 150 flushes of four chunks each, two interleaved runs): a flush takes 2.4 ms of CPU and writes 0.24 MB; with an index 17 ms and 6.6 MB. It stays.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0018-checkpoints-without-an-index.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0018CheckpointsWithoutAnIndex = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0018CheckpointsWithoutAnIndex as default }
