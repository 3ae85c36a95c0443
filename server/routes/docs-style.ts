/** The page's whole style: it stands in the page, and its hash in the page's policy. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; background: light-dark(#fff, #121212); color: light-dark(#1b1b1b, #eee); font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
a { color: light-dark(#0b57d0, #a8c7fa); overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; padding: .5rem; background: light-dark(#fff, #121212); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { columns: 2 18rem; padding-left: 1.25rem; }
h3, p { overflow-wrap: anywhere; }
h2 { border-bottom: 1px solid GrayText; margin-top: 2.5rem; }
nav h2 { border: 0; font-size: 1rem; margin: 1rem 0 0; }
article, main section section { margin: 2rem 0; scroll-margin-top: 1rem; }
.note { margin-top: -.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid GrayText; padding: .25rem .5rem; text-align: left; vertical-align: top; }
tbody th { font-weight: 400; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
`
