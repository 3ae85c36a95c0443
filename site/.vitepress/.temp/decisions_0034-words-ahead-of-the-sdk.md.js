import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"34. Words bypass the AI SDK","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0034-words-ahead-of-the-sdk.md","filePath":"decisions/0034-words-ahead-of-the-sdk.md"}',
)
const _sfc_main = { name: 'decisions/0034-words-ahead-of-the-sdk.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="34-words-bypass-the-ai-sdk" tabindex="-1">34. Words bypass the AI SDK <a class="header-anchor" href="#34-words-bypass-the-ai-sdk" aria-label="Permalink to &quot;34. Words bypass the AI SDK&quot;">​</a></h1><p>A token that a provider sends goes through some ten streams of the AI SDK: bytes to text, text to events, JSON against a schema, the provider&#39;s own parts, our renaming of calls, the helper for several steps. It does much for a call of a tool and nothing for a word, of which an answer has a thousand times more.</p><p>What was tried, CPU a token of 60 answers at 20 tokens a second, on a machine that had other work (in turns, so only the ratios count): bytes read and each event parsed 46 µs; the provider&#39;s language model read directly 112; the SDK&#39;s <code>streamText</code> 163; our whole server around it 330.</p><ul><li><strong>Words go ahead</strong> (<code>server/models/words-ahead.ts</code>). The first words of a text go through the SDK, which says what begins. Once it has said them, and nothing else came in between, the words that follow go from the provider&#39;s bytes to the answer directly. Before anything else goes to the SDK, it gets all of them as one event, and what it says of them is dropped: its steps, calls, counts and the messages of the next step are its own and whole.</li><li><strong>What cannot be counted is not cut short.</strong> <code>provider-events.ts</code> knows how many characters the SDK says for each event of the three dialects. Behind an event that is not known, or one of a mebibyte, the rest of the answer takes the long way.</li><li><strong>Reading the language model directly was refused</strong> then: it would leave most of the cost of a token where it is. What it costs the first word and memory changed that: <a href="./0050-the-model-read-directly.html">decision 50</a>. Words go ahead of the provider&#39;s package now.</li><li><strong>One test compares both ways</strong>, with the packages of all three dialects: random answers of texts, reasoning and calls, cut at random bytes, must give the same parts in the same order. Another fails when words no longer go ahead, which a new release of a package may bring about.</li></ul><p>Before and after, on a machine at rest, <code>npm run bench -- tokens</code> (server on one core, 10 s each):</p><table tabindex="0"><thead><tr><th>Answers</th><th>Before: CPU a token, p95 of a word</th><th>After</th><th>A bare relay</th></tr></thead><tbody><tr><td>25, chat completions</td><td>432 µs, 2.3 ms</td><td>178 µs, 1.3 ms</td><td>70 to 100 µs</td></tr><tr><td>100, chat completions</td><td>261 µs, 12 ms</td><td>110 µs, 2.4 ms</td><td>42 µs</td></tr><tr><td>100, Anthropic</td><td>276 µs, 19 ms</td><td>120 µs, 1.9 ms</td><td>42 µs</td></tr><tr><td>200, chat completions</td><td>189 µs, 2,863 ms: the core was full</td><td>87 µs, 2.5 ms</td><td>32 µs</td></tr><tr><td>400, chat completions</td><td></td><td>72 µs, 5.3 ms, 57 % of the core</td><td>38 µs</td></tr></tbody></table></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0034-words-ahead-of-the-sdk.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0034WordsAheadOfTheSdk = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0034WordsAheadOfTheSdk as default }
