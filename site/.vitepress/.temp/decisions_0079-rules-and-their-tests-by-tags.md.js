import { ssrRenderAttrs } from 'vue/server-renderer'
import { useSSRContext } from 'vue'
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js'
const __pageData = JSON.parse(
  '{"title":"79. Rules and their tests are tied by tags in titles","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0079-rules-and-their-tests-by-tags.md","filePath":"decisions/0079-rules-and-their-tests-by-tags.md"}',
)
const _sfc_main = { name: 'decisions/0079-rules-and-their-tests-by-tags.md' }
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="79-rules-and-their-tests-are-tied-by-tags-in-titles" tabindex="-1">79. Rules and their tests are tied by tags in titles <a class="header-anchor" href="#79-rules-and-their-tests-are-tied-by-tags-in-titles" aria-label="Permalink to &quot;79. Rules and their tests are tied by tags in titles&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Five pages listed rules with their code and tests: 228 kB, maintained by hand. Five checkers searched the repository for each file, name and title. Each change of a title, a name or a file had to be repeated in these tables. <code>npm run faults</code> planted mistakes in the code that the tables named. <code>npm run house</code> had six kinds of exceptions and three journeys that a person had chosen.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><strong>A rule&#39;s sentence is written once</strong>, in <code>docs/rules</code>, with an id: <code>4.12</code> of the specification, <code>A17</code>, <code>U104</code>, <code>R01</code>, <code>T16b</code>, and <code>B01</code> for rules beside the specification.</li><li><strong>A test carries the ids of its rules at the end of its title:</strong> <code>sends the draft on Enter (2.7, U20)</code>.</li><li><strong><code>npm run rules</code> writes the pages</strong> from sentences and titles. <code>npm run check</code> fails for a rule without a test, a tag without a rule, a duplicate id, and a stale page. A rule may lack a test if its state is <code>open</code> or <code>decided</code>; a remark then says why.</li><li><strong><code>npm run faults</code> goes.</strong> It needed the column of code, and no check ran it. For mutation tests there is StrykerJS, which runs Vitest with the coverage of each test.</li><li><strong><code>npm run house</code> prints figures and fails for none:</strong> files and lines by room, rings of rooms, functions over 80 lines, and for seven usual changes the files that name an earlier case.</li><li><strong>The table of rooms</strong> in <code>CONTRIBUTING.md</code> is written from <code>scripts/architecture/rooms.ts</code>.</li><li><strong>Openings of comments are counted</strong> by top-level folder, and the counts only fall: <a href="./../writing.html">Plain English</a>.</li></ul><h2 id="instead-of" tabindex="-1">Instead of <a class="header-anchor" href="#instead-of" aria-label="Permalink to &quot;Instead of&quot;">​</a></h2><ul><li>Tags of the test runners: Vitest requires each tag in its configuration and in an object between title and function, Playwright has another form, and neither tags a step. A title works in both, in tables and in steps; every report shows it, and <code>-t</code> and <code>-g</code> find tests by it.</li><li>Comments above tests: reports do not show them, and neither runner finds a test by them.</li><li>A column of code in each page: tests are next to the code that they test, and the check for dead code finds files that no shipped code reaches.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>A title with a tag that is not a rule fails the check, so a title cannot end in a bracket such as <code>(A17)</code> by accident. Removing a rule means removing its tags. The pages name tests and no longer code.</p></div>`,
  )
}
const _sfc_setup = _sfc_main.setup
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext()
  ;(ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add(
    'decisions/0079-rules-and-their-tests-by-tags.md',
  )
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0
}
const _0079RulesAndTheirTestsByTags = /* @__PURE__ */ _export_sfc(_sfc_main, [
  ['ssrRender', _sfc_ssrRender],
])
export { __pageData, _0079RulesAndTheirTestsByTags as default }
