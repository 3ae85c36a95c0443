import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { REPORT_COUNT_MAX } from '../../shared/api/runs.ts'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { reportAttributes } from './report-routes.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const TRACE = '0123456789abcdef0123456789abcdef'
const THREAD_NOT_FOUND = { status: 404, json: { message: 'Thread not found' } }

let world: TestApp
let call: Caller
let stranger: string
let thread: string
let message: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  stranger = (await world.signIn()).authorization
  thread = (await call('POST /threads', { last_message_at: TIME, external_id: 'mine' })).json
    .thread_id
  const body = { parent_id: null, format: 'aui/v0', content: { role: 'assistant', content: [] } }
  message = (await call(`POST /threads/${thread}/messages`, body)).json.message_id
})
afterEach(() => world.close())

const report = (body: object, as?: string) =>
  call(
    'POST /runs',
    { thread_id: thread, status: 'completed', ...body },
    as === undefined ? {} : { as },
  )
const stored = () => world.store.reports.listRuns('default', { limit: 10 })

test('a run that a client watched is kept with whatever it says', async () => {
  const answer = await report({
    message_id: message,
    duration_ms: 1234.6,
    input_tokens: 12,
    output_tokens: 34,
    model_id: 'm-1',
    total_steps: 2,
    steps: [{ input_tokens: 12 }],
    unheard_of: { deep: ['value'] },
  })

  expect(answer).toMatchObject({ status: 201, json: { run_id: expect.stringMatching(/^run_/) } })
  expect(await stored()).toMatchObject([
    {
      id: answer.json.run_id,
      threadId: thread,
      messageId: message,
      status: 'completed',
      durationMs: 1235,
      inputTokens: 12,
      outputTokens: 34,
      modelId: 'm-1',
      traceId: null,
      attributes: {
        total_steps: 2,
        steps: [{ input_tokens: 12 }],
        unheard_of: { deep: ['value'] },
      },
    },
  ])
})

test('the thread may be named by the caller’s own name', async () => {
  expect((await report({ thread_id: 'mine' })).status).toBe(201)
  expect(await stored()).toMatchObject([{ threadId: thread }])
})

test('a message that is not in the thread is left out', async () => {
  expect((await report({ message_id: 'msg_unknown' })).status).toBe(201)
  expect(await stored()).toMatchObject([{ messageId: null }])
})

test('the same trace is the same report', async () => {
  const { json: first } = await report({ trace_id: TRACE, total_steps: 1 })
  const { json: again } = await report({ trace_id: TRACE, total_steps: 2 })

  expect(again).toEqual(first)
  expect(await stored()).toMatchObject([{ attributes: { total_steps: 1 } }])
  expect((await report({})).json).not.toEqual(first)
})

test.each([
  [{ status: 'fine' }, 'status'],
  [{ status: undefined }, 'status'],
  [{ thread_id: 1 }, 'thread_id'],
  [{ thread_id: 'a\0' }, 'thread_id'],
  [{ trace_id: 'ABC' }, 'trace_id'],
  [{ trace_id: TRACE.toUpperCase() }, 'trace_id'],
  [{ duration_ms: -1 }, 'duration_ms'],
  [{ duration_ms: REPORT_COUNT_MAX + 1 }, 'duration_ms'],
  [{ input_tokens: '12' }, 'input_tokens'],
  [{ model_id: 'm'.repeat(256) }, 'model_id'],
])('%j is a bad request that names the field', async (body, field) => {
  const { status, json } = await report(body)

  expect(status).toBe(400)
  expect(json.message).toContain(field)
})

test('numbers up to the limit are taken, and absent ones may be null', async () => {
  const body = { duration_ms: REPORT_COUNT_MAX, input_tokens: null, model_id: 'm'.repeat(255) }

  expect((await report(body)).status).toBe(201)
})

test('more attributes than a report takes are too large', async () => {
  const answer = await report({ unknown: 'x'.repeat(16_384) })

  expect(answer).toMatchObject({
    status: 413,
    json: { error: 'too_large', details: { limit: 16_384 } },
  })
})

test('a report of a long answer is taken, without the answer', async () => {
  expect((await report({ output_text: 'x'.repeat(1_000_000) })).status).toBe(201)
  expect(await stored()).toMatchObject([{ attributes: {} }])
})

test('a report may be as long as any JSON body, and one byte more is too large', async () => {
  const send = (bytes: number) => {
    const body = { thread_id: thread, status: 'completed', output_text: '' }
    const text = 'x'.repeat(bytes - JSON.stringify(body).length)
    return call('POST /runs', { ...body, output_text: text })
  }

  expect((await send(1_048_576)).status).toBe(201)
  expect((await send(1_048_577)).status).toBe(413)
})

test('a report has at most 200 keys, counted before anything is made of them', async () => {
  const filled = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys - 2 }, (_, index) => [`k${index}`, 1]))

  expect((await report(filled(200))).status).toBe(201)
  expect(await report(filled(201))).toMatchObject({
    status: 400,
    json: { message: 'Expected at most 200 keys.' },
  })
  const spentMs = startCpuTimer()
  expect((await report(filled(90_000))).status).toBe(400)
  expect(spentMs()).toBeLessThan(1_000)
})

test.each(['thread_unknown', 'unstable_todo'])('a run in %s is nobody’s', async (name) => {
  expect(await report({ thread_id: name })).toMatchObject(THREAD_NOT_FOUND)
})

test('somebody else’s thread takes no reports', async () => {
  expect(await report({}, stranger)).toMatchObject(THREAD_NOT_FOUND)
  expect(await stored()).toEqual([])
})

const reportOf = (rest: object) => ({
  thread_id: 't',
  status: 'completed',
  duration_ms: 1,
  ...rest,
})
/** An attribute that fills all of them to this length as JSON; `é` counts twice. */
const filling = (name: string, bytes: number) => ({
  [name]: `é${'x'.repeat(bytes - JSON.stringify({ [name]: '' }).length - 2)}`,
})

test('what has a column is not kept twice', () => {
  expect(reportAttributes(reportOf({ total_steps: 2, tags: ['a'], release: undefined }))).toEqual({
    total_steps: 2,
    tags: ['a'],
  })
})

test('16 KiB of unknown fields are kept and one byte more is refused', () => {
  const most = filling('unknown', REPORT_ATTRIBUTES_MAX_BYTES)

  expect(reportAttributes(reportOf(most))).toEqual(most)
  expect(() =>
    reportAttributes(reportOf(filling('unknown', REPORT_ATTRIBUTES_MAX_BYTES + 1))),
  ).toThrow('Expected at most 16384 bytes of JSON besides the known fields.')
})

test('a long answer is left out before anything else, then calls, then steps', () => {
  const long = 'x'.repeat(REPORT_ATTRIBUTES_MAX_BYTES)

  expect(reportAttributes(reportOf({ output_text: long, tool_calls: [1] }))).toEqual({
    tool_calls: [1],
  })
  expect(reportAttributes(reportOf({ output_text: long, tool_calls: [long], steps: [1] }))).toEqual(
    {
      steps: [1],
    },
  )
  expect(reportAttributes(reportOf({ steps: [long], error_code: 'e' }))).toEqual({
    error_code: 'e',
  })
})
