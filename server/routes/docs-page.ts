import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { escapeHtml } from './escape-html.ts'
import { codeHtml, schemaHtml } from './schema-html.ts'

/** What the page reads of a document; it was made by `describeApi`. */
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly security: readonly JsonObject[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonObject
}
type Content = Readonly<Record<string, { readonly schema?: JsonObject }>>
type Call = Operation & { readonly method: string; readonly path: string }

const METHODS = ['get', 'post', 'put', 'delete'] as const

/** An OpenAPI document as a page for people: every call with what it takes and what it answers. */
export function docsPage(document: JsonObject): string {
  const { paths, servers, info, components } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly servers: readonly [{ readonly url: string }]
    readonly info: { readonly title: string; readonly description: string }
    readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method): Call => ({
      ...(methods[method] as Operation),
      method: method.toUpperCase(),
      path,
    })),
  )
  const tags = [...new Set(calls.map((call) => call.tags[0]))]
  const groups = tags.map((tag) =>
    group(
      tag,
      calls.filter((call) => call.tags[0] === tag),
    ),
  )
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${fields(schema)}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(info.title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description)}</p>
<p>All calls go to <code>${escapeHtml(servers[0].url)}</code>. The same, for machines: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Calls">${tags.map((tag) => index(tag, calls)).join('')}</nav>
<main id="calls">
${groups.join('\n')}
<section id="schemas"><h2>What answers hold</h2>${shapes.join('\n')}</section>
</main>
</body>
</html>
`
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

function index(tag: string, calls: readonly Call[]): string {
  const items = calls
    .filter((call) => call.tags[0] === tag)
    .map((call) => `<li><a href="#${call.operationId}">${escapeHtml(nameOf(call))}</a></li>`)
  return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('')}</ul>`
}

function group(tag: string, calls: readonly Call[]): string {
  const id = `group-${escapeHtml(tag)}`
  const items = calls.map(article).join('\n')
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(tag)}</h2>\n${items}</section>`
}

function article(call: Call): string {
  const { operationId, parameters = [], requestBody, responses } = call
  return `<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><code>${escapeHtml(nameOf(call))}</code></h3>
<p>${escapeHtml(call.summary)}</p>
<p class="note">${escapeHtml(accessText(call.security))}</p>
${table('Parameters', ['Name', 'In', 'Type', 'Meaning'], parameters.map(parameterRow))}
${requestBody ? content('Body', requestBody.content) : ''}
${table('Answers', ['Status', 'What comes'], Object.entries(responses).map(answerRow))}
</article>`
}

function accessText(security: readonly JsonObject[]): string {
  if (security.length === 0) return 'Needs no token.'
  if (security.some((scheme) => 'token' in scheme))
    return 'Needs a token, or an API key for a user.'
  return 'Needs a secret API key: for the project’s own server.'
}

function parameterRow({ name, in: place, required, schema, description }: Parameter): string[] {
  const given = schema['description']
  const text = description ?? (typeof given === 'string' ? given : '')
  return [
    codeHtml(name) + (required === true ? ' (required)' : ''),
    place,
    schemaHtml(schema),
    escapeHtml(text),
  ]
}

function answerRow([status, answer]: [string, Operation['responses'][string]]): string[] {
  const types = Object.entries(answer.content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' && schema ? schemaHtml(schema) : codeHtml(type),
  )
  const isError = Number(status) >= 400
  const text = isError ? codes(answer.description) : answer.description
  return [
    codeHtml(status),
    [isError ? text : escapeHtml(text), ...(isError ? [] : types)].join(': '),
  ]
}

/** The description marks codes with backticks. */
const codes = (text: string): string => escapeHtml(text).replaceAll(/`(\w+)`/g, '<code>$1</code>')

function content(title: string, types: Content): string {
  return Object.entries(types)
    .map(
      ([type, { schema }]) => `<h4>${title}, ${codeHtml(type)}</h4>${schema ? fields(schema) : ''}`,
    )
    .join('')
}

/** An object's fields as a table; any other schema as its type. */
function fields(schema: JsonObject): string {
  const { properties, required } = schema
  if (!isPlainObject(properties)) return `<p>${schemaHtml(schema)}</p>`
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const rows = Object.entries(properties).map(([name, field]) => [
    codeHtml(name) + (needed.includes(name) ? ' (required)' : ''),
    isPlainObject(field) ? schemaHtml(field) : '',
  ])
  return rows.length === 0 ? '<p>An empty object.</p>' : table('', ['Field', 'Type'], rows)
}

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  if (rows.length === 0) return ''
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  const name = title === '' ? '' : `<h4>${title}</h4>`
  return `${name}<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
