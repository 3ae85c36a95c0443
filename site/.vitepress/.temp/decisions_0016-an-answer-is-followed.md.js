import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"16. An answer is followed by position","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0016-an-answer-is-followed.md","filePath":"decisions/0016-an-answer-is-followed.md"}',
)
const _sfc_main = { name: 'decisions/0016-an-answer-is-followed.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="16-an-answer-is-followed-by-position" tabindex="-1">16. An answer is followed by position <a class="header-anchor" href="#16-an-answer-is-followed-by-position" aria-label="Permalink to &quot;16. An answer is followed by position&quot;">​</a></h1><p>An answer belongs to the server. Whoever reads it may lose the connection, change the page, or reach another process of the same service, and goes on at the very character where it stopped.</p><ul><li><strong>A position is a number.</strong> Each chunk of an answer has one, counted from 1, as the <code>id</code> of its server-sent event. <code>GET /v1/chat/{id}/stream</code> takes the last one in <code>Last-Event-ID</code>, and in <code>message</code> the answer that it belongs to: of another answer everything is sent. The same count is the key of the checkpoints (<code>run_chunks.seq</code>), so memory, Redis and the database speak of the same places, and a reader can change between them in the middle of an answer.</li><li><strong>The process that makes an answer serves it from memory.</strong> Another one reads it from Redis, and from the checkpoints where there is no Redis, where Redis does not work, and where an entry is missing. The checkpoints are at most 250 ms behind. Redis makes followers quicker; nothing depends on it, so there is nothing to repair when it was away.</li><li><strong>Wake-ups are no data.</strong> Redis&#39; publish and subscribe only says &quot;look&quot;: who misses a word looks a second later. A blocking read would need a connection for each reader.</li><li><strong>The end of a stream is not the end of an answer.</strong> Only <code>finish</code>, <code>error</code> and <code>abort</code> are. A stream that ends without one is a lost connection; the reader asks again, gets 204 when nothing runs any more, and finds the answer among the rows. So the process that follows an answer need not know its last words, and the one that makes it may die at any moment.</li><li><strong>A lease says who is alive.</strong> It is renewed every 3 s and lasts 10 s. Whoever follows an answer, or wants to stop it, and finds its lease over ends it: what the checkpoints hold, and what Redis has after them, is saved, marked as interrupted. So with Redis no word is lost that anybody read at another process. The process that was taken for dead and is not finds its run closed at its next renewal, and falls silent.</li><li><strong>A stop is a mark in the run&#39;s row.</strong> The process that makes the answer looks for it every 300 ms while anything runs, so a stop works with the database alone. One that comes before its call is kept in the database too; of the stop and the call, whichever writes first, the other one reads it.</li><li><strong>A proxy may hold every response back until it is whole.</strong> A call that is silent for ten seconds is looked for beside itself, with <code>seconds=1</code>: a stream that ends after a second, though the answer goes on, comes through such a proxy. When that is the answer to our own message, the call is left and the rest comes in such pieces, so that people see the answer grow. Nothing is sent twice for it.</li></ul><p>We looked at <code>resumable-stream</code>: there the chunks stay in the process that makes them, a reader of a dead one waits for ever, and an error of the model ends the process.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0016-an-answer-is-followed.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0016AnAnswerIsFollowed = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0016AnAnswerIsFollowed as default }
