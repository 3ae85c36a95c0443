import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const MESSAGE = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }
const ADA = { 'Aui-User-Id': 'ada' }

let world: TestApp
let call: Caller
let shop: Caller
beforeEach(async () => {
  world = await createTestApp({ config: { projects: { shop: {} } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  call = createCaller(world, await createKey('default'))
  shop = createCaller(world, await createKey('shop'), '/p/shop')
})
afterEach(() => world.close())

async function createKey(projectId: string): Promise<string> {
  return `Bearer ${(await world.apiKeys.create({ projectId, name: 'k', scope: 'server' })).key}`
}
async function createThread(user: string, body: object = {}): Promise<string> {
  world.clock.ms += 1_000
  const last = new Date(world.clock.ms).toISOString()
  const headers = { 'Aui-User-Id': user }
  const { json } = await call('POST /threads', { last_message_at: last, ...body }, { headers })
  return json.thread_id
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the threads of all workspaces are listed, a page at a time, one kind or workspace', async () => {
  const mine = await createThread('ada')
  const archived = await createThread('bob')
  await call(
    `PUT /threads/${archived}`,
    { is_archived: true },
    { headers: { 'Aui-User-Id': 'bob' } },
  )
  const yours = await createThread('bob')
  const list = async (query = '') =>
    idsOf((await call(`GET /projects/threads${query}`)).json.threads)

  expect(await list()).toEqual([yours, mine])
  expect(await list('?limit=1')).toEqual([yours])
  expect(await list(`?limit=1&after=${yours}`)).toEqual([mine])
  expect(await list('?is_archived=true')).toEqual([archived])
  expect(await list('?workspace_id=bob')).toEqual([yours])
  expect(await list('?workspace_id=%00')).toEqual([])
})

test('messages of any thread are listed', async () => {
  const thread = await createThread('ada')
  const { json } = await call(`POST /threads/${thread}/messages`, MESSAGE, { headers: ADA })

  const { json: listed } = await call(`GET /projects/threads/${thread}/messages`)

  expect(idsOf(listed.messages)).toEqual([json.message_id])
  expect(await call('GET /projects/threads/thread_unknown/messages')).toMatchObject({
    status: 404,
    json: { message: 'Thread not found' },
  })
})

test('reports are listed, newest first, and read one by one', async () => {
  const [thread, other] = [await createThread('ada'), await createThread('ada')]
  const report = async (id: string) => {
    world.clock.ms += 1_000
    const body = { thread_id: id, status: 'completed', input_tokens: 3, total_steps: 2 }
    return (await call('POST /runs', body, { headers: ADA })).json.run_id as string
  }
  const runs = [await report(thread), await report(other)]
  const list = async (query = '') => idsOf((await call(`GET /projects/runs${query}`)).json.runs)

  expect(await list()).toEqual(runs.toReversed())
  expect(await list('?limit=1')).toEqual([runs[1]])
  expect(await list(`?after=${runs[1]}`)).toEqual([runs[0]])
  expect(await list(`?thread_id=${thread}`)).toEqual([runs[0]])
  expect((await call(`GET /projects/runs/${runs[0]}`)).json.run).toMatchObject({
    id: runs[0],
    thread_id: thread,
    user_id: 'ada',
    workspace_id: 'ada',
    status: 'completed',
    input_tokens: 3,
    attributes: { total_steps: 2 },
  })
  expect(await call('GET /projects/runs/run_unknown')).toMatchObject({
    status: 404,
    json: { message: 'Run not found' },
  })
})

test('scores are listed, newest first, and by name', async () => {
  const thread = await createThread('ada')
  const score = async (name: string) => {
    world.clock.ms += 1_000
    const body = { name, data_type: 'numeric', value: 1, thread_id: thread }
    return (await call('POST /scores', body, { headers: ADA })).json.score_id as string
  }
  const scores = [await score('tone'), await score('speed')]
  const list = async (query = '') =>
    (await call(`GET /projects/scores${query}`)).json.scores.map(
      ({ score_id: id }: { score_id: string }) => id,
    )

  expect(await list()).toEqual(scores.toReversed())
  expect(await list('?limit=1')).toEqual([scores[1]])
  expect(await list(`?after=${scores[1]}`)).toEqual([scores[0]])
  expect(await list('?name=tone')).toEqual([scores[0]])
})

test('usage is counted by day, and over all days with each user once', async () => {
  const thread = await createThread('ada')
  const body = { thread_id: thread, status: 'completed', input_tokens: 3, output_tokens: 4 }
  const report = () => call('POST /runs', body, { headers: ADA })
  await report()
  await report()
  world.clock.ms += 86_400_000
  await report()
  const query = '?from=2026-11-01&to=2026-11-30'

  const none = { embeddings: { calls: 0, tokens: 0 } }
  expect((await call(`GET /projects/usage/daily${query}`)).json.days).toEqual([
    {
      day: '2026-11-21',
      runs: 2,
      threads: 1,
      users: 1,
      input_tokens: 6,
      output_tokens: 8,
      ...none,
    },
    {
      day: '2026-11-22',
      runs: 1,
      threads: 1,
      users: 1,
      input_tokens: 3,
      output_tokens: 4,
      ...none,
    },
  ])
  expect((await call(`GET /projects/usage/period${query}`)).json).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    runs: 3,
    threads: 1,
    users: 1,
    input_tokens: 9,
    output_tokens: 12,
    ...none,
  })
})

test('usage has embeddings apart, also of days without runs', async () => {
  const { embeddings } = world.store
  await embeddings.addUsage('default', 'pages', { calls: 2, tokens: 50 })
  await embeddings.addUsage('default', 'questions', { calls: 1, tokens: 5 })
  await embeddings.addUsage('shop', 'pages', { calls: 9, tokens: 9 })
  world.clock.ms += 86_400_000
  await embeddings.addUsage('default', 'pages', { calls: 1, tokens: 1 })
  const query = '?from=2026-11-01&to=2026-11-30'
  const runs = { runs: 0, threads: 0, users: 0, input_tokens: 0, output_tokens: 0 }

  expect((await call(`GET /projects/usage/daily${query}`)).json.days).toEqual([
    { day: '2026-11-21', ...runs, embeddings: { calls: 3, tokens: 55 } },
    { day: '2026-11-22', ...runs, embeddings: { calls: 1, tokens: 1 } },
  ])
  expect((await call(`GET /projects/usage/period${query}`)).json).toMatchObject({
    embeddings: { calls: 4, tokens: 56 },
  })
  expect((await shop(`GET /projects/usage/period${query}`)).json).toMatchObject({
    embeddings: { calls: 9, tokens: 9 },
  })
})

test.each(['?from=2024-01-01&to=2024-12-31', '?from=2026-11-21&to=2026-11-21'])(
  'usage of %s is counted',
  async (query) => {
    expect((await call(`GET /projects/usage/daily${query}`)).status).toBe(200)
    expect((await call(`GET /projects/usage/period${query}`)).status).toBe(200)
  },
)

test.each([
  '',
  '?from=2026-11-21',
  '?from=2026-11-22&to=2026-11-21',
  '?from=2024-01-01&to=2025-01-01',
  '?from=2026-02-30&to=2026-03-01',
  '?from=yesterday&to=today',
])('usage of "%s" is a bad request', async (query) => {
  expect((await call(`GET /projects/usage/daily${query}`)).status).toBe(400)
  expect((await call(`GET /projects/usage/period${query}`)).status).toBe(400)
})

test.each(['threads', 'runs', 'scores'])('pages of %s are bounded, cursors known', async (name) => {
  const status = async (query: string) => (await call(`GET /projects/${name}?${query}`)).status

  expect(await status('limit=100')).toBe(200)
  expect(await status('limit=101')).toBe(400)
  expect(await status('limit=0')).toBe(400)
  expect(await status('after=%00')).toBe(400)
  expect(await status('after=nope')).toBe(400)
})

test('an erased user is gone with everything, and the answer says how much', async () => {
  const thread = await createThread('ada')
  const kept = await createThread('bob')
  await call('POST /runs', { thread_id: thread, status: 'completed' }, { headers: ADA })

  const answer = await call('DELETE /projects/users/ada')

  expect(answer).toMatchObject({ status: 200, json: { threads: 1, runs: 1 } })
  expect(idsOf((await call('GET /projects/threads')).json.threads)).toEqual([kept])
  expect((await call('DELETE /projects/users/ada')).json).toEqual({ threads: 0, runs: 0 })
})

test('an erased visitor’s refresh token is dead', async () => {
  const { json: tokens } = await createCaller(world)('POST /auth/tokens/anonymous')
  const visit = createCaller(world, `Bearer ${tokens.access_token}`)
  await visit('POST /threads', { last_message_at: TIME })
  const { threads } = (await visit('GET /threads')).json

  await call(`DELETE /projects/users/${threads[0].workspace_id}`)

  const refreshed = await visit('POST /auth/tokens/refresh', {
    refresh_token: tokens.refresh_token.token,
  })
  expect(refreshed.status).toBe(401)
})

test('a user’s id may hold any sign that a path can carry', async () => {
  for (const id of ['ada/lovelace', 'ada@example.com', 'a%b']) {
    await createThread(id)
    const answer = await call(`DELETE /projects/users/${encodeURIComponent(id)}`)
    expect(answer).toMatchObject({ status: 200, json: { threads: 1 } })
  }
  expect((await call('DELETE /projects/users/%00')).status).toBe(400)
  expect((await call(`DELETE /projects/users/${'a'.repeat(256)}`)).status).toBe(400)
})

test('another project’s server sees and erases nothing of this one', async () => {
  const thread = await createThread('ada')
  await call('POST /runs', { thread_id: thread, status: 'completed' }, { headers: ADA })

  expect((await shop('GET /projects/threads')).json).toEqual({ threads: [] })
  expect((await shop('GET /projects/runs')).json).toEqual({ runs: [] })
  expect((await shop(`GET /projects/threads/${thread}/messages`)).status).toBe(404)
  expect((await shop(`GET /projects/threads?after=${thread}`)).status).toBe(400)
  expect((await shop('DELETE /projects/users/ada')).json).toEqual({ threads: 0, runs: 0 })
  expect(idsOf((await call('GET /projects/threads')).json.threads)).toEqual([thread])
})
