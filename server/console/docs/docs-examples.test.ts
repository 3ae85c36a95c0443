import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { API_ROUTES } from '../../app.ts'
import { decodeOtlpJson } from '../../extras/trace-routes.ts'
import { readTraces } from '../../extras/trace-reports.ts'
import { createScriptedModel, sayText } from '../../models/testing/scripted-model.ts'
import { errorsOf } from '../../routes/route.ts'
import { atOnce } from '../../steps/steps.test-support.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { assistantsWith } from '../../testing/test-assistants.ts'
import { describeApi } from './describe-api.ts'
import { docsPage } from './docs-routes.ts'
import { errorNote } from './api-guide.ts'
import { exampleOf } from './describe-schema.ts'
import { SPAN_EXAMPLE } from './examples.ts'

type Media = Readonly<
  Record<string, { readonly example?: JsonValue; readonly examples?: JsonObject }>
>
interface Operation {
  readonly requestBody?: { readonly content: Media }
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>
}

const routes = API_ROUTES
const document = describeApi(routes, 'https://chat.test')
const paths = document['paths'] as unknown as Record<string, Record<string, Operation>>
const calls = routes.map((route) => ({
  route,
  name: `${route.method} ${route.path}`,
  operation: paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!,
}))

const issuesOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues ?? []

test.each(calls)('the examples of $name are what the server takes and gives', (call) => {
  const { route, operation } = call
  const body = operation.requestBody?.content['application/json']?.example
  const isRead = route.body !== undefined && route.body.type !== 'unknown'
  const answers = Object.entries(route.answers).map(([status, answer]) => ({
    answer,
    content: operation.responses[status]?.content ?? {},
  }))
  const wrong = answers.flatMap(({ answer, content }) =>
    'kind' in answer ? issuesOf(answer, content['application/json']?.example) : [],
  )
  const bare = answers.flatMap(({ answer, content }) =>
    'kind' in answer
      ? []
      : answer.mediaTypes.filter((type) => content[type]?.examples === undefined),
  )

  expect(body !== undefined).toBe(isRead || route.mediaTypes !== undefined)
  expect(isRead ? issuesOf(route.body, body) : []).toEqual([])
  expect(wrong).toEqual([])
  expect(bare).toEqual(route.path === '/docs' ? ['text/html'] : [])
})

test('the example of a trace is a report of one', () => {
  const bytes = new TextEncoder().encode(JSON.stringify(SPAN_EXAMPLE))
  const spans = atOnce(decodeOtlpJson(bytes))

  expect(readTraces(spans)).toMatchObject([
    { thread: expect.stringMatching(/^thread_/), report: { inputTokens: 412, outputTokens: 96 } },
  ])
})

test('an example is the same each time, and knows every kind of schema', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 3 },
      flags: { type: 'array', items: { type: 'boolean' } },
      choice: { anyOf: [{ type: 'null' }, { enum: ['one', 'two'] }] },
      left: { type: 'string' },
    },
    required: ['count', 'flags', 'choice'],
  }
  const options = { owner: 'none', named: {}, isBody: true }

  expect(exampleOf(schema, options)).toEqual({ count: 3, flags: [true], choice: 'one' })
})

/** Names of fields without a meaning, at any depth. Fields of a named schema have its meanings. */
function unexplained(value: JsonValue, where: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => unexplained(item, where))
  if (!isPlainObject(value)) return []
  const { properties } = value
  const fields = isPlainObject(properties) ? Object.entries(properties) : []
  return [
    ...fields
      .filter(([, field]) => !isPlainObject(field) || !('$ref' in field || field['description']))
      .map(([name]) => `${where}.${name}`),
    ...Object.entries(value)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, item]) => unexplained(item ?? null, `${where}.${key}`)),
  ]
}

test('every field has a meaning, and so has every parameter and every refusal', () => {
  const parameters = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => (operation as { parameters?: readonly JsonObject[] }).parameters ?? [])
  const isExplained = ({ description, schema }: JsonObject) =>
    description !== undefined || (isPlainObject(schema) && schema['description'] !== undefined)

  expect(unexplained(document, '')).toEqual([])
  expect(unexplained({ properties: { nameless: {} } }, '')).toEqual(['.nameless'])
  expect(parameters.filter((parameter) => !isExplained(parameter))).toEqual([])
  expect(routes.flatMap(errorsOf).filter((code) => errorNote(code) === undefined)).toEqual([])
})

const unescape = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** Path, headers and body of each `curl` of the page. */
function curlsOf(page: string) {
  const [, html = ''] = /<figcaption>Shell<\/figcaption><pre><code>([^<]+)/.exec(page) ?? []
  return unescape(html)
    .split(/\bcurl /)
    .slice(1)
    .map((text) => ({
      path: new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname,
      headers: [...text.matchAll(/-H ["']([^:]+): ([^"']+)["']/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      ),
      body: /-d '([^']+)'/.exec(text)?.[1] ?? null,
    }))
}

test('what the page tells a newcomer to paste makes a visitor, a thread and an answer', async () => {
  // A model with a one-word answer: the demo's greeting takes seconds.
  const assistants = assistantsWith(createScriptedModel(() => sayText('Hello.')))
  const world = await createTestApp({ assistants })
  const page = await (await world.request('/v1/docs')).text()
  const [visitor, thread, chat] = curlsOf(page)
  const send = ({ path, headers, body }: NonNullable<typeof visitor>, token = '') =>
    world.request(path, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [
        name,
        value.replace('$TOKEN', token),
      ]),
      body,
    })

  const minted = await (await send(visitor!)).text()
  const token = /.*"access_token":"([^"]*)".*/.exec(minted)?.[1] ?? ''
  const made = await send(thread!, token)
  const answer = await send(chat!, token)

  expect(made.status).toBe(201)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(/"userMessageId":"msg_[\s\S]+text-delta[\s\S]+\[DONE\]/)
  expect((await send(thread!, 'wrong')).status).toBe(403)
  await world.close()
})

test('a call names only its own refusals, each linked to the table of all', () => {
  const page = docsPage(document)
  const article = /<article id="postChat"[\s\S]+?<\/article>/.exec(page)?.[0] ?? ''

  expect(article).toContain('<a href="#error-run_active">409 <code>run_active</code></a>')
  expect(article).not.toContain('rate_limited')
  expect(page).toContain('<code id="error-rate_limited">')
})
