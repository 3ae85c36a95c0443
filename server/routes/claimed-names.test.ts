import { afterEach, expect, test } from 'vitest'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const HERE = '192.0.2.1'
const THERE = '192.0.2.2'

let world: TestApp
afterEach(() => world.close())

/** Calls with a browser's key, each under another name, until one is refused for too many calls. */
async function open(limits: object) {
  world = await createTestApp({
    config: { projects: { default: { suggestions: true } } },
    env: { ALCOVE_LIMITS: JSON.stringify({ activeRunsPerUser: 9, ...limits }) },
  })
  const make = (name: string) =>
    world.apiKeys.create({ projectId: 'default', name, scope: 'browser' })
  const keys = { one: (await make('one')).key, two: (await make('two')).key }
  let names = 0
  const call = (
    path: string,
    body: object,
    key = keys.one,
    address = HERE,
    name = `n${names++}`,
  ) => {
    const init = jsonCall(body, `Bearer ${key}`)
    const headers = { ...init.headers, 'Aui-User-Id': name }
    const env = { incoming: { socket: { remoteAddress: address } } }
    return world.app.request(`/v1${path}`, { ...init, headers }, env)
  }
  return { keys, call }
}

const ask = { messages: [{ role: 'user', content: 'Hello' }] }
const CASES: readonly (readonly [limit: string, path: string, body: object])[] = [
  ['threadsPerAnonymousUserPerHour', '/threads', { last_message_at: TIME }],
  [
    'uploadsPerAnonymousUserPerHour',
    '/files/attachments/generate-presigned-upload-url',
    { filename: 'a.txt' },
  ],
  ['uploadsPerAnonymousUserPerHour', '/files/pdf-to-images', {}],
  ['titlesPerUserPerHour', '/runs/stream', { ...ask, assistant_id: 'system/thread_title' }],
  ['suggestionsPerUserPerHour', '/runs/stream', { ...ask, assistant_id: 'system/suggestions' }],
  ['runsPerAnonymousUserPerMinute', '/runs/stream', { ...ask, assistant_id: 'default' }],
  [
    'feedbackPerUserPerMinute',
    '/scores',
    { name: 'n', data_type: 'numeric', value: 1, thread_id: 'x' },
  ],
  ['eventsPerUserPerMinute', '/events', { events: [{ kind: 'message_copied' }] }],
]

test.each(CASES)(
  '%s holds for a key and an address, whatever the names',
  async (limit, path, body) => {
    const { keys, call } = await open({ [limit]: 3 })
    const statuses = []
    for (let index = 0; index < 4; index++) {
      const answer = await call(path, body)
      await answer.body?.cancel()
      statuses.push(answer.status)
    }

    expect(statuses.slice(0, 3)).not.toContain(429)
    expect(statuses[3]).toBe(429)
    expect((await call(path, body, keys.one, THERE)).status).not.toBe(429)
    expect((await call(path, body, keys.two)).status).not.toBe(429)
  },
)

test('answers that go on are counted for a key and an address, whatever the names', async () => {
  const { keys, call } = await open({ activeRunsPerUser: 2 })
  const body = { ...ask, assistant_id: 'default' }
  const going = [await call('/runs/stream', body), await call('/runs/stream', body)]

  expect(going.map(({ status }) => status)).toEqual([200, 200])
  expect((await call('/runs/stream', body)).status).toBe(429)
  expect((await call('/runs/stream', body, keys.one, THERE)).status).toBe(200)
})

test('what a name may keep is counted for the name', async () => {
  const { keys, call } = await open({ threadsPerAnonymousUser: 1 })
  const body = { last_message_at: TIME }

  expect((await call('/threads', body, keys.one, HERE, 'ada')).status).toBe(201)
  expect((await call('/threads', body, keys.one, HERE, 'ada')).status).toBe(409)
  expect((await call('/threads', body, keys.one, HERE, 'bob')).status).toBe(201)
})
