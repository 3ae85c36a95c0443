import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"44. API calls that are left out","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0044-calls-that-are-not-there.md","filePath":"decisions/0044-calls-that-are-not-there.md"}',
)
const _sfc_main = { name: 'decisions/0044-calls-that-are-not-there.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="44-api-calls-that-are-left-out" tabindex="-1">44. API calls that are left out <a class="header-anchor" href="#44-api-calls-that-are-left-out" aria-label="Permalink to &quot;44. API calls that are left out&quot;">​</a></h1><p>Peers have them, or our own first sketch of the API had. Each was weighed; each would cost what it is not worth.</p><ul><li><strong><code>intercept(stage, fn)</code></strong>, the page&#39;s function between what somebody wrote and what is sent, or between an answer and the screen. It would hold every message up for code that we do not know, and the second half would give the page all words of an answer, whatever <code>hostReads</code> says. What a page wants of it is there in parts: it adds data (<code>setContext</code>), acts by tools, hears events, and an operator filters where the model is.</li><li><strong><code>sendAction(action, { messageId })</code></strong>, a press within an answer that the page hands back to the model. Answers hold no elements of the page&#39;s own to press on; a page&#39;s tool asks the person by <code>context.human</code>, and its result is that.</li><li><strong><code>popout()</code></strong>, the chat in a window of its own. The frame by itself has no page, and so no tools, no context and no token: it would be another chat of a visitor without a name. A page that wants a window opens a page of its own with <code>mode: &#39;fullpage&#39;</code>, and the conversation is there.</li><li><strong><code>handoff({ via })</code></strong>, the conversation on another device by a link. A link that moves a conversation is a key to it, in mail and in chats; users have their conversations wherever they sign in, and visitors who want to keep one save it.</li><li><strong>Dictation.</strong> The frame asks for no microphone, and a page that embeds it has to allow none: keyboards of phones and systems dictate into any field, in the languages that their owner speaks.</li><li><strong>Other vendors&#39; calls</strong> (<code>Intercom(&#39;boot&#39;)</code>, <code>$chatwoot.toggle()</code>) on top of ours: half of what they do is not here, and a page that calls it would not be told. <a href="./../from-intercom.html">Coming from Intercom</a> and <a href="./../from-chatwoot.html">Chatwoot</a> name ours beside theirs, call by call.</li><li><strong><code>setConsent({ storage, analytics })</code>.</strong> There are no analytics, and nothing is stored before somebody reaches for the chat (<a href="./../privacy.html">Privacy</a>). A page whose visitors have to agree first begins with <code>data-auth=&quot;none&quot;</code> and calls <code>boot</code> once they did; whoever takes it back calls <code>shutdown</code> and, for what was kept, <code>deleteData</code>.</li><li><strong><code>metrics()</code></strong> was here, and is there now (<a href="./0055-a-fourth-file-for-developers.html">55</a>).</li></ul></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0044-calls-that-are-not-there.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0044CallsThatAreNotThere = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0044CallsThatAreNotThere as default }
