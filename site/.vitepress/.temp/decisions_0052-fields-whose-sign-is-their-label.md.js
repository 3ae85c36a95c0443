import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"52. Fields that are labelled by their sign","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0052-fields-whose-sign-is-their-label.md","filePath":"decisions/0052-fields-whose-sign-is-their-label.md"}',
)
const _sfc_main = { name: 'decisions/0052-fields-whose-sign-is-their-label.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="52-fields-that-are-labelled-by-their-sign" tabindex="-1">52. Fields that are labelled by their sign <a class="header-anchor" href="#52-fields-that-are-labelled-by-their-sign" aria-label="Permalink to &quot;52. Fields that are labelled by their sign&quot;">​</a></h1><p>A field shall say what it is for by more than its placeholder, which goes when somebody types (WCAG 3.3.2). Two fields of the chat have no words beside them and keep it so:</p><ul><li><strong>The field for a message</strong> is the one thing to write into in a panel that is called a chat. Send stands in the same box, at its end, and goes nowhere: a button beside a field is one of the ways in which WCAG lets a label be given (technique G167). A word over it would take a line of the answer away on a phone with its keyboard open, where four are left, and would be read twice.</li><li><strong>The search of conversations</strong> has a magnifier in its box, before the words and for as long as it is there, under the heading “Conversations”. It is the sign that people know for it, and the same box has “Clear” behind it.</li></ul><p>Both have a name for whoever does not see them, which does not depend on the placeholder, and is what voice control takes. Every other field has words beside it that stay: a setting its name, a question of a tool its sentence, “More about it” of a rating its label. A name that is changed and a message that is edited are where the name and the message stood, and full of them.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0052-fields-whose-sign-is-their-label.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0052FieldsWhoseSignIsTheirLabel = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0052FieldsWhoseSignIsTheirLabel as default }
