import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'

let world: TestApp
let call: Caller
let stranger: string
let thread: string
let message: string
let run: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  stranger = (await world.signIn()).authorization
  thread = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
  const body = { parent_id: null, format: 'aui/v0', content: { role: 'assistant', content: [] } }
  message = (await call(`POST /threads/${thread}/messages`, body)).json.message_id
  run = (await call('POST /runs', { thread_id: thread, status: 'completed' })).json.run_id
})
afterEach(() => world.close())

const score = (body: object, as?: string) =>
  call('POST /scores', { name: 'helpful', ...body }, as === undefined ? {} : { as })
const stored = () => world.store.scores.listProject('default', { limit: 10 })

test.each([
  ['numeric', { value: 0.5 }, { value: 0.5, string_value: null }],
  ['numeric', { value: -1e300 }, { value: -1e300, string_value: null }],
  ['boolean', { value: true }, { value: 1, string_value: null }],
  ['boolean', { value: 0 }, { value: 0, string_value: null }],
  ['categorical', { string_value: 'tone' }, { value: null, string_value: 'tone' }],
])('a %s score of %j is taken', async (type, value, expected) => {
  const answer = await score({ data_type: type, ...value, thread_id: thread })

  expect(answer.status).toBe(201)
  expect(answer.json).toEqual({
    score_id: expect.stringMatching(/^score_/),
    name: 'helpful',
    data_type: type,
    ...expected,
  })
})

test('a thread, a message and a run can be scored, and a message’s thread is known', async () => {
  const body = { data_type: 'boolean', value: true }
  await score({ ...body, thread_id: thread })
  await score({ ...body, message_id: message })
  await score({ ...body, run_id: run })

  expect(await stored()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ threadId: thread, messageId: null, runId: null }),
      expect.objectContaining({ threadId: thread, messageId: message, runId: null }),
      expect.objectContaining({ threadId: null, messageId: null, runId: run }),
    ]),
  )
})

test('a second score of that name replaces the first', async () => {
  const first = await score({ data_type: 'numeric', value: 1, comment: 'a', thread_id: thread })
  const second = await score({ data_type: 'numeric', value: 2, thread_id: thread })

  expect(second.json.score_id).toBe(first.json.score_id)
  expect(await stored()).toMatchObject([{ value: 2, comment: null }])
})

test.each([
  ['no target', {}],
  ['two targets', { thread_id: 't', message_id: 'm' }],
  ['a name with a space', { name: 'a b', thread_id: 't' }],
  ['a name of 65 characters', { name: 'n'.repeat(65), thread_id: 't' }],
  ['a type of its own', { data_type: 'stars', thread_id: 't' }],
  ['no value', { value: null, thread_id: 't' }],
  ['a category for a boolean', { string_value: 'yes', thread_id: 't' }],
  ['a boolean of 2', { value: 2, thread_id: 't' }],
  ['a text for a number', { data_type: 'numeric', value: '1', thread_id: 't' }],
  ['a boolean for a number', { data_type: 'numeric', thread_id: 't' }],
  ['a number for a category', { data_type: 'categorical', string_value: 'x', thread_id: 't' }],
  ['a long comment', { comment: 'x'.repeat(2_001), thread_id: 't' }],
  ['a comment with NUL', { comment: 'a\0', thread_id: 't' }],
  ['an owner', { user_id: 'ada', thread_id: 't' }],
])('%s is a bad request', async (_title, body) => {
  const answer = await score({ data_type: 'boolean', value: true, ...body })

  expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

test('a name of 64 characters and a comment of 2,000 are taken', async () => {
  const body = { name: 'n'.repeat(64), comment: 'x'.repeat(2_000), thread_id: thread }

  expect((await score({ data_type: 'boolean', value: true, ...body })).status).toBe(201)
})

test('targets that are not there and those of others answer alike', async () => {
  const body = { data_type: 'boolean', value: true }
  for (const [field, name, text] of [
    ['thread_id', thread, 'Thread not found'],
    ['message_id', message, 'Message not found'],
    ['run_id', run, 'Run not found'],
  ] as const) {
    const notYours = await score({ ...body, [field]: name }, stranger)
    const notThere = await score({ ...body, [field]: 'unknown' })
    expect(notYours).toMatchObject({ status: 404, json: { error: 'not_found', message: text } })
    expect(notThere.json).toEqual(notYours.json)
    expect(await score({ ...body, [field]: 'a\0' })).toMatchObject({ status: 404 })
  }
  expect(await stored()).toEqual([])
})
