/** The page's whole style: it stands in the page, and its hash in the page's policy. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fff, #111315); --panel: light-dark(#f6f7f9, #1a1d21); --line: light-dark(#dfe3e8, #30353c);
  --text: light-dark(#1c2127, #e4e7eb); --quiet: light-dark(#57606a, #a3acb7); --link: light-dark(#0b57d0, #9cc3ff);
  --green: light-dark(#0f6b34, #86dba3);
  background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; scroll-behavior: smooth; scroll-padding-top: 1rem;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 94rem; padding: 0 1rem 4rem; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem; background: var(--page); z-index: 1; }
code, pre { font: .875em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -.02em; margin: 2rem 0 .5rem; }
h2 { font-size: 1.5rem; letter-spacing: -.01em; margin: 0 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 2rem 0 .5rem; }
h3 code { font-size: 1rem; }
p { margin: .5rem 0; max-width: 44rem; }
.note, .refusals, small, figcaption { color: var(--quiet); }
.note, .refusals { font-size: .9rem; }
header { padding-bottom: 1rem; }
nav { font-size: .875rem; border-block: 1px solid var(--line); padding: .75rem 0; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
nav ul ul { display: none; }
nav a { display: inline-block; padding-block: .2rem; }
main > section { padding: 2.5rem 0 1.5rem; border-top: 1px solid var(--line); }
main > section:first-child { border-top: 0; }
article { padding: 1.5rem 0; }
article + article { border-top: 1px solid var(--line); }
article h3 { margin: 0 0 .5rem; }
.method { display: inline-block; min-width: 3.9rem; padding: .1rem .4rem; border-radius: .3rem; font: 600 .6875rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: center; vertical-align: .1em; letter-spacing: .03em; }
.get { background: light-dark(#e1edfd, #12304f); color: light-dark(#0b4a8f, #a9d0ff); }
.post { background: light-dark(#dff4e5, #12371f); color: light-dark(#0e5a2c, #8fe0a8); }
.put { background: light-dark(#fcefd5, #402a06); color: light-dark(#774200, #ffcf85); }
.delete { background: light-dark(#fde5e5, #4a1517); color: light-dark(#98181b, #ffb9b9); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .9rem; line-height: 1.5; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-size: .75rem; font-weight: 600; padding-block: .25rem; letter-spacing: .03em; }
tbody th { font-weight: 400; }
.cards tbody th { font-weight: 600; }
tbody th > code { font-weight: 600; }
th:first-child { width: 42%; min-width: 7rem; }
th small { display: block; font-size: .8125rem; line-height: 1.45; }
small code { font-size: .95em; }
small b { color: light-dark(#9a3412, #fdba74); font-weight: 500; }
#how th:first-child { width: 13rem; }
#how .cards th:first-child { width: 7rem; }
.answer { margin-top: 1.25rem; }
.answer b { font: 600 .8125rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--green); margin-right: .35rem; }
figure { margin: 0 0 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); overflow: clip; max-width: 60rem; }
figcaption { padding: .4rem .85rem; font-size: .75rem; font-weight: 600; border-bottom: 1px solid var(--line); }
figcaption span { font-weight: 400; }
pre { margin: 0; padding: .75rem .85rem; white-space: pre-wrap; font-size: .8125rem; }
pre code { font-size: 1em; }
pre b { font-weight: 400; color: var(--link); }
pre i { font-style: normal; color: var(--green); }
@media (max-width: 34rem) {
  #how table, #how tbody, #how tr, #how td, #how tbody th { display: block; width: auto; border: 0; padding: .1rem 0; }
  #how thead { position: absolute; left: -100vw; }
  #how tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); column-gap: 3rem; padding-inline: 2rem; }
  header, main { grid-column: 2; }
  nav { grid-column: 1; grid-row: 1 / span 2; position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); padding: 2.25rem .75rem 2rem .25rem; font-size: .8125rem; scrollbar-width: thin; }
  nav ul, nav ul ul { display: block; }
  nav li > a { color: var(--text); font-weight: 600; text-decoration: none; margin-top: .75rem; }
  nav li li a { display: grid; grid-template-columns: 2.9rem 1fr; gap: .5rem; font-weight: 400; color: var(--quiet); margin: 0; }
  nav a:hover { color: var(--link); }
  nav code { font-size: .75rem; }
  nav .method { min-width: 0; padding: .05rem 0; font-size: .5625rem; align-self: start; margin-top: .2rem; }
}
@media (min-width: 76rem) {
  article { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); column-gap: 2.5rem; }
  article h3 { grid-column: 1 / -1; }
  .text { grid-column: 1; }
  .samples { grid-column: 2; }
}
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto; } }
@media print {
  :root { color-scheme: light; font-size: 10pt; }
  body { display: block; }
  nav, .skip { display: none; }
  figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`
