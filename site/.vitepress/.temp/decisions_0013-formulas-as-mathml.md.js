import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"13. Formulas as MathML, by Temml","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0013-formulas-as-mathml.md","filePath":"decisions/0013-formulas-as-mathml.md"}',
)
const _sfc_main = { name: 'decisions/0013-formulas-as-mathml.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="13-formulas-as-mathml-by-temml" tabindex="-1">13. Formulas as MathML, by Temml <a class="header-anchor" href="#13-formulas-as-mathml-by-temml" aria-label="Permalink to &quot;13. Formulas as MathML, by Temml&quot;">​</a></h1><p><strong>Situation.</strong> Models write formulas in TeX. Every browser we support draws MathML. The frame&#39;s policy allows no HTML strings, no inline styles in markup and no foreign fonts, and a formula is as untrusted as the rest of an answer.</p><p><strong>Decision.</strong> Temml reads the TeX, loaded by <code>import()</code> with the first formula. Of its tree, only known MathML elements, attributes and styles become React elements (<code>widget/markdown/formulas/render-formula.tsx</code>); addresses, ids, colours and HTML are left out, whatever Temml does. <code>trust</code> is off, expansions end at 1,000, lengths at 20 em, a formula at 2,048 characters, 5,000 elements and 100 levels. What cannot be read is shown as it was written, and until the code is there, as its source.</p><p><strong>Instead of</strong> KaTeX. Measured on <code>\\int_0^1 \\frac{x^2}{1+x}\\,dx = \\sum_{n=1}^{\\infty} \\frac{(-1)^n}{n+2}</code> and the files of KaTeX 0.19 and Temml 0.13, after brotli:</p><table tabindex="0"><thead><tr><th></th><th>KaTeX</th><th>Temml</th></tr></thead><tbody><tr><td>code</td><td>63 kB</td><td>50 kB</td></tr><tr><td>style sheet</td><td>2.9 kB</td><td>0.5 kB (own)</td></tr><tr><td>fonts</td><td>20 files, up to 260 kB</td><td>none</td></tr><tr><td>elements of the formula</td><td>170</td><td>38</td></tr><tr><td>inline styles</td><td>50, which the policy would block</td><td>none</td></tr><tr><td>time for it, warm, in Node</td><td>0.2 ms</td><td>0.2 ms</td></tr><tr><td>result without a string of HTML</td><td>no</td><td>its tree</td></tr></tbody></table><p>KaTeX can write MathML alone, in a third of the time and without its fonts, but only as a string, which Trusted Types forbid to insert.</p><p><strong>Consequence.</strong> The look is the browser&#39;s and its mathematical font&#39;s, so it differs a little from one to the next; zoom and screen readers work without our help, and a button copies the source. <code>__renderToMathMLTree</code> is not promised to stay: <code>formula.test.tsx</code> draws through it and would tell.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0013-formulas-as-mathml.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0013FormulasAsMathml = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0013FormulasAsMathml as default }
