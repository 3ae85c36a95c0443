import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ErrorCode } from '../../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { ALCOVE_STREAM_HEADER } from '../../../shared/wire/chat.ts'
import { ERROR_STATUSES } from '../../routes/handle-error.ts'
import { route, type Route } from '../../routes/route.ts'
import {
  codeHtml,
  escapeHtml,
  fieldsHtml,
  fieldsOf,
  jsonHtml,
  proseHtml,
  sampleHtml,
  tableHtml,
} from '../html.ts'
import { WELCOME_HEADERS } from '../static-routes.ts'
import { CALL_HEADERS, CALLERS, ERROR_NOTES, LEAD, REFUSALS } from './api-guide.ts'
import { describeApi } from './describe-api.ts'
import { exampleOf } from './describe-schema.ts'
import { callHtml, callName, type Call } from './docs-call.ts'
import { DOCS_STYLE } from './docs-style.ts'

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64')

/** No script runs there, and nothing is loaded. */
const DOCS_HEADERS = {
  ...WELCOME_HEADERS,
  'Content-Security-Policy': `${WELCOME_HEADERS['Content-Security-Policy']}; style-src 'sha256-${styleHash}'`,
}

const documentSchema = v.looseObject({
  openapi: v.string(),
  info: v.looseObject({ title: v.string(), version: v.string() }),
  paths: v.record(v.string(), v.looseObject({})),
})

/**
 * These routes and the two that describe all of them, themselves included. The description is made from
 * the list that the router is made of: it cannot be wrong.
 */
export function withDocsRoutes(routes: readonly Route[]): readonly Route[] {
  const all: readonly Route[] = [
    ...routes,
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'Read the description of the API as an OpenAPI 3.1 document',
      access: 'open',
      answers: { 200: documentSchema },
      handle: (c) => c.json(describeApi(all, c.var.base)),
    }),
    route({
      method: 'GET',
      path: '/docs',
      summary: 'Read the description of the API as a page',
      access: 'open',
      answers: { 200: { mediaTypes: ['text/html'], description: 'A page' } },
      handle: (c) => c.html(docsPage(describeApi(all, c.var.base)), 200, DOCS_HEADERS),
    }),
  ]
  return all
}

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

/** The section that tells how any call is made, before all of them. */
function guideHtml(base: string, refusal: JsonObject): string {
  const callers = CALLERS.map(({ name, bearer, headers, reach }) => [
    escapeHtml(name),
    proseHtml(bearer),
    proseHtml(headers),
    proseHtml(reach),
  ])
  return `<section id="how" aria-labelledby="how-name">
<h2 id="how-name">How to call</h2>
<p>All paths stand below <code>${escapeHtml(base)}</code>. Bodies and answers are JSON in UTF-8, times are ISO 8601 in UTC, and <code>Authorization: Bearer …</code> says who calls.</p>
<h3 id="try">Try it</h3>
<p>Paste this into a shell: it makes a visitor, a thread of theirs, and asks a question. The answer streams.</p>
${sampleHtml('Shell', escapeHtml(firstCalls(base)))}
<h3 id="callers">Who calls</h3>
<div class="cards">${tableHtml(['Caller', 'Bearer', 'Headers', 'Reaches'], callers)}</div>
<h3 id="headers">Headers</h3>
${tableHtml(
  ['Header', 'Meaning'],
  CALL_HEADERS.map(([name, meaning]) => [codeHtml(name), proseHtml(meaning)]),
)}
<h3 id="refusals">When a call is refused</h3>
<p>${proseHtml(REFUSALS)} Each call below names only the refusals that are particular to it.</p>
${isPlainObject(refusal) ? sampleHtml('404', jsonHtml(refusal)) : ''}
${tableHtml(['Code', 'Status', 'Meaning'], errorRows())}
</section>`
}

const errorRows = (): readonly (readonly string[])[] =>
  Object.entries(ERROR_NOTES)
    .map(([code, note]) => ({ code, note, status: ERROR_STATUSES[code as ErrorCode] }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ code, note, status }) => [
      `<code id="error-${code}">${code}</code>`,
      String(status),
      proseHtml(note),
    ])

const firstCalls = (base: string): string =>
  String.raw`TOKEN=$(curl -s -X POST ${base}/auth/tokens/anonymous |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl ${base}/threads \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"external_id":"first","last_message_at":"2026-11-21T05:00:00.000Z"}'

curl -N ${base}/chat \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -H '${ALCOVE_STREAM_HEADER}: 1' \
  -d '{"id":"first","trigger":"submit-message","messages":[
    {"id":"m1","role":"user","parts":[{"type":"text","text":"Hello!"}]}]}'`
