import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import type { Runs } from '../runs/runs.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createRouteApp, type RouteAppOptions } from '../testing/create-route-app.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { assistantsWith } from '../testing/test-assistants.ts'
import { streamRoutes, readStreamKind } from './stream-routes.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const QUESTION = { role: 'user', content: [{ type: 'text', text: 'Where is my order?' }] }
const RUN = {
  assistant_id: 'default',
  thread_id: 'unstable_todo',
  response_format: 'vercel-ai-data-stream/v1',
  messages: [QUESTION],
  tools: {},
  runConfig: {},
}

let world: TestApp
let call: Caller
let thread: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  thread = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
})
afterEach(() => world.close())

const stream = (body: object, headers: Record<string, string> = {}) =>
  call('POST /runs/stream', body, { headers })
const askTitle = (body: object = {}, headers: Record<string, string> = { Accept: 'text/plain' }) =>
  stream(
    { thread_id: thread, assistant_id: 'system/thread_title', messages: [QUESTION], ...body },
    headers,
  )
const titleOf = async () => (await call(`GET /threads/${thread}`)).json.thread.title

test('a title streams as plain text, is stored, and streams again (7.31)', async () => {
  const first = await askTitle()

  expect(first.status).toBe(200)
  expect(first.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(first.headers.get('Cache-Control')).toBe('no-cache, no-transform')
  expect(first.text).toBe('Where is my order?')
  expect(await titleOf()).toBe(first.text)
  expect((await askTitle({ messages: [{ ...QUESTION, content: [] }] })).text).toBe(first.text)
})

test('a name given by hand is told and stays', async () => {
  await call(`PUT /threads/${thread}`, { title: 'My order' })

  expect((await askTitle()).text).toBe('My order')
  expect(await titleOf()).toBe('My order')
})

test('only new titles are counted', async () => {
  const env = { ALCOVE_LIMITS: JSON.stringify({ titlesPerUserPerHour: 1 }) }
  const limited = await createTestApp({ env })
  const ask = createCaller(limited, (await limited.signIn()).authorization)
  const create = async () => (await ask('POST /threads', { last_message_at: TIME })).json.thread_id
  const title = (id: string) =>
    ask('POST /runs/stream', {
      thread_id: id,
      assistant_id: 'system/thread_title',
      messages: [QUESTION],
    })
  const [one, two] = [await create(), await create()]

  expect((await title(one)).status).toBe(200)
  expect((await title(one)).status).toBe(200)
  const refused = await title(two)
  await limited.close()
  expect(refused).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
})

test('a thread that is not there has no title', async () => {
  expect(await askTitle({ thread_id: 'thread_unknown' })).toMatchObject({
    status: 404,
    json: { message: 'Thread not found' },
  })
})

test.each(['unstable_todo', null, undefined])(
  'for thread %s a title is only told',
  async (name) => {
    expect((await askTitle({ thread_id: name })).text).toBe('Where is my order?')
    expect(await titleOf()).toBeNull()
  },
)

test('a thread of another user has no title', async () => {
  await askTitle()
  const as = (await world.signIn()).authorization
  const body = { thread_id: thread, assistant_id: 'system/thread_title', messages: [QUESTION] }

  expect(await call('POST /runs/stream', body, { as })).toMatchObject({
    status: 404,
    json: { message: 'Thread not found' },
  })
})

test('suggestions are lines of text, of projects that offer them, and each request is counted', async () => {
  const model = createScriptedModel(() => sayText('Who pays?\nHow long?'))
  const ANSWER = { role: 'assistant', content: [{ type: 'text', text: 'It is on its way.' }] }
  async function ask(suggestions: boolean) {
    const offering = await createTestApp({
      assistants: assistantsWith(model),
      config: { projects: { default: { suggestions } } },
      env: { ALCOVE_LIMITS: JSON.stringify({ suggestionsPerUserPerHour: 1 }) },
    })
    onTestFinished(() => offering.close())
    const as = createCaller(offering, (await offering.signIn()).authorization)
    return () =>
      as('POST /runs/stream', {
        assistant_id: 'system/suggestions',
        thread_id: 'unstable_todo',
        messages: [QUESTION, ANSWER],
      })
  }

  const offered = await ask(true)
  expect(await offered()).toMatchObject({ status: 200, text: 'Who pays?\nHow long?' })
  expect(await offered()).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect(model.requests).toHaveLength(1)

  const off = await ask(false)
  expect(await off()).toMatchObject({ status: 200, text: '' })
  expect(model.requests).toHaveLength(1)
})

test('an answer is a data stream for whoever reads text, and it is not stored (7.25)', async () => {
  // A model with a one-word answer: the demo's greeting takes seconds.
  const assistants = assistantsWith(createScriptedModel(() => sayText('Hello.')))
  const quiet = await createTestApp({ assistants })
  onTestFinished(() => quiet.close())
  const ask = createCaller(quiet, (await quiet.signIn()).authorization)
  const { thread_id } = (await ask('POST /threads', { last_message_at: TIME })).json

  const { status, headers, text } = await ask('POST /runs/stream', { ...RUN, thread_id })

  expect(status).toBe(200)
  expect(headers.get('x-vercel-ai-data-stream')).toBe('v1')
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^0:"/m)
  expect(text).toMatch(/\nd:\{"finishReason":"stop".*\}\n$/)
  expect((await ask(`GET /threads/${thread_id}/messages`)).json).toEqual({ messages: [] })
})

test.each([
  ['assistant-cloud/0.2.2', 'text/plain; charset=utf-8'],
  ['assistant-cloud/0.2.4 @assistant-ui/core/0.3.35', 'text/plain; charset=utf-8'],
  ['assistant-cloud/0.2.5', 'text/event-stream; charset=utf-8'],
  ['@assistant-ui/core/0.3.35 assistant-cloud/0.2.11', 'text/event-stream; charset=utf-8'],
  ['assistant-cloud/0.10.0', 'text/event-stream; charset=utf-8'],
  ['assistant-cloud/1.0.0', 'text/event-stream; charset=utf-8'],
  ['my-assistant-cloud/9.9.9', 'text/plain; charset=utf-8'],
])('%s reads an answer as %s', async (sdk, type) => {
  const assistants = assistantsWith(createScriptedModel(() => sayText('Hello.')))
  const quiet = await createTestApp({ assistants })
  onTestFinished(() => quiet.close())
  const ask = createCaller(quiet, (await quiet.signIn()).authorization)
  const headers = { 'Aui-Sdk': sdk, Accept: 'text/plain' }

  const answer = await ask('POST /runs/stream', RUN, { headers })

  expect(answer.headers.get('Content-Type')).toBe(type)
})

/** Runs that end at once, so that a test need not wait for a model. */
function createQuickRuns() {
  const end: Runs['answer'] = async (_owner, body, { hold }) => {
    const release = await hold?.()
    release?.()
    if (body.assistant_id === 'nobody') throw new AlcoveError('not_found', 'Assistant not found')
    const events = 'data: {"type":"start"}\n\ndata: {"type":"finish"}\n\ndata: [DONE]\n\n'
    return { stream: () => new Blob([events]).stream() }
  }
  return { answer: end } as Runs
}
const quick = (options: Omit<RouteAppOptions, 'parts'> = {}) =>
  createCaller(createRouteApp(streamRoutes, { parts: { runs: createQuickRuns() }, ...options }))

test.each([['text/plain'], ['*/*'], [undefined]])(
  'with Accept: %s an answer is a data stream',
  async (accept) => {
    const accepted = accept === undefined ? {} : { Accept: accept }
    const { status, headers, text } = await quick()('POST /runs/stream', RUN, { headers: accepted })

    expect(status).toBe(200)
    expect(headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(text).toMatch(/^d:\{/m)
  },
)

test('with Accept: text/event-stream it is a UI message stream', async () => {
  const accepted = { Accept: 'text/event-stream' }
  const { status, headers, text } = await quick()('POST /runs/stream', RUN, { headers: accepted })

  expect(status).toBe(200)
  expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  expect(headers.has('x-vercel-ai-data-stream')).toBe(false)
  expect(text).toMatch(/^data: \{"type":"start"/)
})

test.each([
  ['another Accept', RUN, { Accept: 'application/json' }, /^Accept: expected/],
  ['another format', { ...RUN, response_format: 'json' }, {}, /^Invalid response format$/],
  ['no assistant', { ...RUN, assistant_id: undefined }, {}, /^assistant_id/],
  ['an empty assistant', { ...RUN, assistant_id: '' }, {}, /^assistant_id/],
  ['no messages', { ...RUN, messages: undefined }, {}, /^messages/],
  ['an id with NUL', { ...RUN, thread_id: 'a\0' }, {}, /^thread_id/],
])('%s is a bad request (7.25)', async (_title, body, headers, message) => {
  const answer = await stream(body, headers)

  expect(answer.status).toBe(400)
  expect(answer.json.message).toMatch(message)
})

test('an assistant without configuration is missing', async () => {
  expect((await stream({ ...RUN, assistant_id: 'nobody' })).status).toBe(404)
})

test('answers are counted, and one that fails to start is not held', async () => {
  const ask = quick({ limits: { runsPerAnonymousUserPerMinute: 4, activeRunsPerUser: 1 } })
  const statuses: number[] = []
  for (const assistant of ['nobody', 'default', 'default', 'default', 'default']) {
    const { status } = await ask('POST /runs/stream', { ...RUN, assistant_id: assistant })
    statuses.push(status)
  }

  expect(statuses).toEqual([404, 200, 200, 200, 429])
})

test.each([
  [undefined, 'text'],
  ['', 'text'],
  ['*/*', 'text'],
  ['text/plain', 'text'],
  ['Text/Plain; charset=utf-8', 'text'],
  ['text/event-stream', 'events'],
  ['text/event-stream, text/plain', 'events'],
  ['application/json, text/plain, */*', 'text'],
])('Accept: %s reads %s (7.26)', (accept, kind) => {
  expect(readStreamKind(accept)).toBe(kind)
})

test.each(['application/json', 'text/html', 'nonsense'])('Accept: %s is refused', (accept) => {
  expect(() => readStreamKind(accept)).toThrow('Accept: expected text/plain or text/event-stream.')
})
