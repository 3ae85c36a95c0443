import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { described } from '../../../shared/api/described.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { route, type Route } from '../../routes/route.ts'
import { escapeHtml, fieldsHtml, fieldsOf, headHtml, jsonHtml, sampleHtml } from '../html.ts'
import { PAGE_HEADERS } from '../pages.ts'
import { guideHtml, LEAD } from './api-guide.ts'
import { describeApi } from './describe-api.ts'
import { exampleOf } from './describe-schema.ts'
import { callHtml, callName, type Call } from './docs-call.ts'

/** The page's whole style sheet, which is inline; the page's policy has its hash. */
const DOCS_STYLE = `
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

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64')

/** No script runs there, and nothing is loaded. */
const DOCS_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; style-src 'sha256-${styleHash}'`,
}

/** A service has one address, or a few; made-up ones are written anew each time. */
export const ADDRESSES_KEPT_MAX = 8

const documentSchema = v.looseObject({
  openapi: described(v.string(), 'The version of OpenAPI.'),
  info: described(
    v.looseObject({
      title: described(v.string(), 'The name of the API.'),
      version: described(v.string(), 'The version of the API.'),
    }),
    'Title and version of the API.',
  ),
  paths: described(v.record(v.string(), v.looseObject({})), 'Every call, by its path.'),
})

/**
 * These routes and two more that describe all of them, themselves included. The description is made from the
 * router's own list, so the two cannot differ.
 */
export function withDocsRoutes(routes: readonly Route[]): readonly Route[] {
  /** For the most recently used addresses of the service: each takes milliseconds to write. */
  const written = new Map<string, { readonly json: string; readonly page: string }>()
  function describe(base: string) {
    const known = written.get(base)
    if (known) return known
    const document = describeApi(all, base)
    const texts = { json: JSON.stringify(document), page: docsPage(document) }
    if (written.size >= ADDRESSES_KEPT_MAX) written.clear()
    written.set(base, texts)
    return texts
  }
  const all: readonly Route[] = [
    ...routes,
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'Read the description of the API as an OpenAPI 3.1 document',
      access: 'open',
      answers: { 200: documentSchema },
      handle: (c) => c.body(describe(c.var.base).json, 200, { 'Content-Type': 'application/json' }),
    }),
    route({
      method: 'GET',
      path: '/docs',
      summary: 'Read the description of the API as a page',
      access: 'open',
      answers: { 200: { mediaTypes: ['text/html'], description: 'A page' } },
      handle: (c) => c.html(describe(c.var.base).page, 200, DOCS_HEADERS),
    }),
  ]
  return all
}

const METHODS = ['get', 'post', 'put', 'delete'] as const

interface Tag {
  readonly name: string
  readonly description: string
}

/** An OpenAPI document as a page for people: every call with its input and answers. */
export function docsPage(document: JsonObject): string {
  const { paths, servers, info, tags, components } = document as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly servers: readonly [{ readonly url: string }]
    readonly info: { readonly title: string }
    readonly tags: readonly Tag[]
    readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method): Call => ({
      ...(methods[method] as Call),
      method: method.toUpperCase(),
      path,
    })),
  )
  const { schemas } = components
  const example = (name: string) =>
    exampleOf({ $ref: name }, { owner: name, named: schemas, isBody: false })
  const shapes = Object.entries(schemas).map(
    ([name, schema]) => `<article id="schema-${name}" aria-labelledby="schema-${name}-name">
<h3 id="schema-${name}-name">${escapeHtml(name)}</h3>
<div class="text">${fieldsHtml(
      'Field',
      fieldsOf(schema).map((field) => ({ ...field, isRequired: false })),
    )}</div>
<div class="samples">${sampleHtml(escapeHtml(name), jsonHtml(example(name)))}</div></article>`,
  )
  const title = `${escapeHtml(info.title)} API`
  return `${headHtml(`${title} reference`)}
<meta name="description" content="${escapeHtml(LEAD)}">
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${title}</h1>
<p>${escapeHtml(LEAD)}</p>
<p class="note">Base <code>${escapeHtml(servers[0].url)}</code> · for programs: <a href="openapi.json">OpenAPI 3.1</a></p>
</header>
<nav aria-label="Calls"><ul>
<li><a href="#how">How to call</a></li>
${tags.map(({ name }) => indexHtml(name, calls)).join('\n')}
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main id="calls">
${guideHtml(servers[0].url, example('Error') as JsonObject)}
${tags.map((tag) => groupHtml(tag, calls)).join('\n')}
<section id="schemas" aria-labelledby="schemas-name"><h2 id="schemas-name">Schemas</h2>
<p>What several answers hold.</p>
${shapes.join('\n')}</section>
</main>
</body>
</html>
`
}

function indexHtml(tag: string, calls: readonly Call[]): string {
  const items = calls
    .filter(({ tags }) => tags[0] === tag)
    .map((call) => `<li><a href="#${call.operationId}">${breakable(callName(call))}</a></li>`)
  const name = escapeHtml(tag)
  return `<li><a href="#group-${name}">${name}</a><ul>${items.join('')}</ul></li>`
}

/** Permits a line break at each part of the path. */
const breakable = (html: string): string =>
  html.replaceAll(/(?<=[\w}])\//g, '<wbr>/').replaceAll('<<wbr>/', '</')

function groupHtml({ name, description }: Tag, calls: readonly Call[]): string {
  const id = `group-${escapeHtml(name)}`
  const items = calls.filter(({ tags }) => tags[0] === name).map(callHtml)
  return `<section id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
${items.join('\n')}</section>`
}
