import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"31. The API page is our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0031-the-api-page-is-our-own.md","filePath":"decisions/0031-the-api-page-is-our-own.md"}',
)
const _sfc_main = { name: 'decisions/0031-the-api-page-is-our-own.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="31-the-api-page-is-our-own" tabindex="-1">31. The API page is our own <a class="header-anchor" href="#31-the-api-page-is-our-own" aria-label="Permalink to &quot;31. The API page is our own&quot;">​</a></h1><p><strong>Situation.</strong> <code>GET {base}/v1/docs</code> shows the OpenAPI document to people. To draw such a document is not what Alcove exists for, and there are renderers that many know. So five were tried in November 2026: each served by ourselves with this server&#39;s document, behind a policy of our own scripts and styles alone, and once more with inline styles allowed. The page has to be free of errors under its policy, of findings of axe in light and dark, and of sideways scrolling at 320 pixels; a production install has 78 MB and may have 90.</p><table tabindex="0"><thead><tr><th>renderer</th><th style="text-align:right;">installed, MB</th><th style="text-align:right;">script, MB</th><th style="text-align:right;">errors under the policy</th><th style="text-align:right;">rules of axe broken, styles allowed</th><th style="text-align:right;">width at 320</th></tr></thead><tbody><tr><td>Scalar 1.72</td><td style="text-align:right;">243</td><td style="text-align:right;">3.6</td><td style="text-align:right;">27</td><td style="text-align:right;">8</td><td style="text-align:right;">320</td></tr><tr><td>Redoc 3.0</td><td style="text-align:right;">85</td><td style="text-align:right;">1.1</td><td style="text-align:right;">12, nothing is drawn</td><td style="text-align:right;">4</td><td style="text-align:right;">320</td></tr><tr><td>RapiDoc 9.3</td><td style="text-align:right;">158</td><td style="text-align:right;">0.9</td><td style="text-align:right;">1,011</td><td style="text-align:right;">5</td><td style="text-align:right;">360</td></tr><tr><td>OpenAPI Explorer 2.4</td><td style="text-align:right;">48</td><td style="text-align:right;">0.8</td><td style="text-align:right;">116</td><td style="text-align:right;">3</td><td style="text-align:right;">320</td></tr><tr><td>Swagger UI 5.35</td><td style="text-align:right;">13</td><td style="text-align:right;">1.7</td><td style="text-align:right;">0</td><td style="text-align:right;">4</td><td style="text-align:right;">503</td></tr><tr><td>our page</td><td style="text-align:right;">0</td><td style="text-align:right;">0</td><td style="text-align:right;">0</td><td style="text-align:right;">0</td><td style="text-align:right;">320</td></tr></tbody></table><p>Scalar and Redoc also call servers of their makers. Swagger UI, the only one that keeps to the policy and nearly to the size, is dark only by a class that a script has to set, names no call in a heading, and has 46 texts of too little contrast.</p><p><strong>Decision.</strong> The page stays our own: HTML made on the server from the document, without a script, in <code>server/console/docs</code>. It draws what this document has and no more; what a call is in JSON Schema comes from <code>@valibot/to-json-schema</code>. Whoever prefers another renderer points it at <code>{base}/v1/openapi.json</code>, which is OpenAPI 3.1 with every meaning and example that the page shows.</p><p><strong>Consequence.</strong> About 480 lines draw the page (<code>docs-routes.ts</code>, <code>docs-call.ts</code>, and its part of <code>html.ts</code>), beside a style sheet. The next renderer that is small, keeps to a policy and is accessible takes their place: <code>e2e/api-docs.spec.ts</code> says what it has to pass.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0031-the-api-page-is-our-own.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0031TheApiPageIsOurOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0031TheApiPageIsOurOwn as default }
