import type { JsonObject } from '../../../shared/json.ts'
import { escapeHtml } from '../escape-html.ts'
import { LEAD } from './describe-guide.ts'
import { callHtml, callName, type Call } from './docs-call.ts'
import { guideHtml } from './docs-guide.ts'
import { fieldsHtml, fieldsOf, jsonHtml, sampleHtml } from './docs-html.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { exampleOf } from './example-of.ts'

const METHODS = ['get', 'post', 'put', 'delete'] as const

interface Tag {
  readonly name: string
  readonly description: string
}

/** An OpenAPI document as a page for people: every call with what it takes and what it answers. */
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(LEAD)}">
<title>${title} reference</title>
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

/** May go on in a new line at each part of the path. */
const breakable = (html: string): string =>
  html.replaceAll(/(?<=[\w}])\//g, '<wbr>/').replaceAll('<<wbr>/', '</')

function groupHtml({ name, description }: Tag, calls: readonly Call[]): string {
  const id = `group-${escapeHtml(name)}`
  const items = calls.filter(({ tags }) => tags[0] === name).map(callHtml)
  return `<section id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
${items.join('\n')}</section>`
}
