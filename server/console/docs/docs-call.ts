import type { ErrorCode } from '../../../shared/errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { ERROR_STATUSES } from '../../routes/handle-error.ts'
import {
  codeHtml,
  escapeHtml,
  fieldsHtml,
  fieldsOf,
  jsonHtml,
  proseHtml,
  sampleHtml,
  schemaHtml,
} from '../html.ts'

/** Fields of an operation that the page uses; `describeApi` made it. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly security: readonly JsonObject[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
  readonly 'x-refusals': readonly ErrorCode[]
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonObject
}
interface Answer {
  readonly description: string
  readonly content?: Content
}
type Content = Readonly<Record<string, Media>>
interface Media {
  readonly schema?: JsonObject
  readonly example?: JsonValue
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: string }>>
}

/** `POST /threads`, the method as a badge. */
export const callName = ({ method, path }: Pick<Call, 'method' | 'path'>): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span> ${codeHtml(path)}`

/** Section of one call: its input and answers, with examples beside them. */
export function callHtml(call: Call): string {
  const { operationId, parameters = [], requestBody } = call
  const fields = parameters.map(({ name, in: place, required = false, description, schema }) => ({
    name,
    schema,
    isRequired: required,
    place,
    meaning: description,
  }))
  const answers = Object.entries(call.responses).filter(([status]) => Number(status) < 400)
  const shapes = withoutRepeats(answers)
  const isShown = (answer: [string, Answer]) => shapes.includes(answer)
  const samples = [
    ...samplesOf('Body', requestBody?.content ?? {}),
    ...shapes.flatMap(([status, { content = {} }]) => samplesOf(status, content)),
  ]
  const side = samples.length === 0 ? '' : `<div class="samples">${samples.join('')}</div>`
  return `<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name">${callName(call)}</h3>
<div class="text">
<p>${proseHtml(call.summary)}</p>
<p class="note">${accessHtml(call.security)}</p>
${fieldsHtml('Parameter', fields)}
${bodyHtml(requestBody)}
${answers.map((answer) => answerHtml(answer, isShown(answer))).join('\n')}
${refusalsHtml(call['x-refusals'])}
</div>
${side}</article>`
}

function accessHtml(security: readonly JsonObject[]): string {
  if (security.length === 0) return 'Needs no token.'
  return security.some((scheme) => 'token' in scheme)
    ? 'Any <a href="#callers">caller</a> with a token or key.'
    : 'Only the project’s own server, with a <a href="#callers">server key</a>.'
}

function bodyHtml(body: Call['requestBody']): string {
  if (body === undefined) return ''
  return Object.entries(body.content)
    .map(([type, { schema }]) => {
      const fields = schema ? fieldsOf(schema) : []
      if (fields.length > 0) return fieldsHtml(body.required ? 'Body' : 'Body, optional', fields)
      if (type !== 'application/json' || !schema) return `<p>Body: ${codeHtml(type)}.</p>`
      return '<p>Needs no body; one that comes is not read.</p>'
    })
    .join('\n')
}

function answerHtml(
  [status, { description, content = {} }]: [string, Answer],
  isShown: boolean,
): string {
  const media = Object.entries(content)
  const schema = content['application/json']?.schema
  const types = media.map(([type]) => (type === 'application/json' ? '' : codeHtml(type)))
  const isNamed = schema !== undefined && typeof schema['$ref'] === 'string'
  const end = [...types.filter((type) => type !== ''), ...(isNamed ? [schemaHtml(schema)] : [])]
  const line = `<p class="answer"><b>${status}</b> ${proseHtml(description)}${end.length === 0 ? '' : `: ${end.join(', ')}`}</p>`
  if (schema === undefined || isNamed || !isShown) return line
  // An answer has all of its fields.
  const fields = fieldsOf(schema).map((field) => ({ ...field, isRequired: false }))
  const isEmpty = isPlainObject(schema['properties']) && fields.length === 0
  return line + (isEmpty ? '<p>An empty object.</p>' : fieldsHtml('Answer', fields))
}

/** Answers with the same shape are shown once. */
function withoutRepeats(answers: readonly [string, Answer][]): readonly [string, Answer][] {
  const shapes = new Map(answers.map((answer) => [JSON.stringify(answer[1].content), answer]))
  return [...shapes.values()]
}

const samplesOf = (name: string, content: Content): readonly string[] =>
  Object.entries(content).flatMap(([type, { example, examples = {} }]) => [
    ...(example === undefined
      ? []
      : [sampleHtml(`${name} <span>${type}</span>`, jsonHtml(example))]),
    ...Object.values(examples).map(({ summary, value }) =>
      sampleHtml(`${name} <span>${escapeHtml(summary)}</span>`, escapeHtml(value.trimEnd())),
    ),
  ])

function refusalsHtml(codes: readonly ErrorCode[]): string {
  if (codes.length === 0) return ''
  const links = codes.map(
    (code) => `<a href="#error-${code}">${ERROR_STATUSES[code]} <code>${code}</code></a>`,
  )
  return `<p class="refusals">May refuse with ${links.join(', ')}.</p>`
}
