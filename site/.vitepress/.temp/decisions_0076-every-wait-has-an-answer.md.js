import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"76. Every wait has a limit, named where it waits","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0076-every-wait-has-an-answer.md","filePath":"decisions/0076-every-wait-has-an-answer.md"}',
)
const _sfc_main = { name: 'decisions/0076-every-wait-has-an-answer.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="76-every-wait-has-a-limit-named-where-it-waits" tabindex="-1">76. Every wait has a limit, named where it waits <a class="header-anchor" href="#76-every-wait-has-a-limit-named-where-it-waits" aria-label="Permalink to &quot;76. Every wait has a limit, named where it waits&quot;">​</a></h1><p>A call that hangs never fails, so no test finds it by accident: a spinner that turns forever, a shutdown that takes 33 seconds. Reviews found such waits one at a time.</p><p><code>npm run waits</code> makes two lists from the code:</p><ul><li><strong>Waits for something outside of the process</strong>, from the syntax tree: calls over HTTP, streams, promises made by hand, workers, child processes, databases, Redis, locks, files, the clipboard, voices. Each has a limit as a constant, with a test of its end, or a reason to wait forever.</li><li><strong>States that no event ends</strong>, from the transition tables: a state rests (a person decides what follows), or events that occur by themselves lead to such a state.</li></ul><p>The limit is named in the code of the wait, since a list beside the code goes stale. Mostly nothing has to be written: a constant whose name ends in <code>_MS</code> in the wait, or in a short function around it, is its limit, and the test is one that names the constant. Otherwise a comment says <code>Limit: NAME_MS, &quot;title of the test&quot;</code> or <code>No limit:</code> and the reason. For states, the limit is part of the table in <code>scripts/states</code>, which imports the constants, so that a renamed constant does not compile.</p><p>The tree cannot tell whether the constant near a wait really ends it; the test does.</p><p>Three kinds are left out: files of the machine (a local disk answers, and the system has no time limit for reads), modules of the server and of the frame (<code>shared/later.ts</code> waits for all of them), and calls of generators, whose own waits are found in the generators. The worst fault was in <code>shared/later.ts</code>: a part of the frame whose request hung was never reported.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0076-every-wait-has-an-answer.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0076EveryWaitHasAnAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0076EveryWaitHasAnAnswer as default }
