import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import type { Identity } from '../auth/identity.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'
import { readRows } from '../store/read-rows.test-support.ts'

const named = (userId: string, projectId = 'default'): Identity => ({
  projectId,
  workspaceId: userId,
  userId,
  kind: 'host',
})
const INTERRUPTED = 'The answer was interrupted. Try again.'

let model: ModelServer
let world: TestApp
let server: Caller

beforeAll(async () => {
  model = await startModelServer()
})
afterAll(() => model.stop())
beforeEach(async () => {
  const env = {
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: model.url,
    ALCOVE_LIMITS: JSON.stringify({ activeRunsPerUser: 3 }),
  }
  world = await createTestApp({ env, config: { projects: { shop: {} } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  const { key } = await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
  server = createCaller(world, `Bearer ${key}`)
})
afterEach(() => world.close())

async function send(identity: Identity, path: string, body: object, saves = true) {
  const base = identity.projectId === 'default' ? '' : `/p/${identity.projectId}`
  const call = jsonCall(body, (await world.signIn(identity)).authorization)
  const headers = { ...call.headers, ...(saves ? { [ALCOVE_STREAM_HEADER]: '1' } : {}) }
  return world.request(`${base}/v1${path}`, { ...call, headers })
}

/** A running answer that never ends by itself. */
async function ask(...call: Parameters<typeof send>) {
  const response = await send(...call)
  expect(response.status).toBe(200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
    }
    return text
  }
  await readUntil(() => text.includes('Begun'))
  return { readToEnd: () => readUntil(() => false) }
}

const SCRIPT = 'say Begun; hold never'
const chatOf = (thread: string, id = createMessageId()) => ({
  id: thread,
  messages: [{ id, role: 'user', parts: [{ type: 'text', text: SCRIPT }] }],
  trigger: 'submit-message',
})
const chat = (identity: Identity, saves = true) => ask(identity, '/chat', chatOf('mine'), saves)
const run = (identity: Identity) =>
  ask(identity, '/runs/stream', {
    assistant_id: 'default',
    messages: [{ role: 'user', content: SCRIPT }],
  })
const threadsOf = async (userId: string) =>
  (await server(`GET /projects/threads?workspace_id=${userId}`)).json.threads

test('an erased user’s answers end at once, and nothing of them is kept', async () => {
  const ada = named('ada')
  const running = [await chat(ada), await chat(ada, false), await run(ada)]

  expect((await server('DELETE /projects/users/ada')).json).toMatchObject({ threads: 1 })

  for (const { readToEnd } of running) expect(await readToEnd()).toContain(INTERRUPTED)
  expect(await threadsOf('ada')).toEqual([])
})

test('answers of other users, and of that name in other projects, go on', async () => {
  const others = [await chat(named('bob')), await chat(named('ada', 'shop'))]

  await server('DELETE /projects/users/ada')

  const thread = (await threadsOf('bob'))[0].id
  const scope = named('bob')
  expect(await world.store.runs.findActive(scope, thread)).toBeDefined()
  const shop = named('ada', 'shop')
  const other = (await world.store.threads.find(shop, 'mine'))!.id
  expect(await world.store.runs.findActive(shop, other)).toBeDefined()

  await server('DELETE /projects/users/bob')
  expect(await others[0]!.readToEnd()).toContain(INTERRUPTED)
})

test('an answer that a visitor began ends with the user who took over its thread', async () => {
  const { json } = await createCaller(world)('POST /auth/tokens/anonymous')
  const { sub } = JSON.parse(
    Buffer.from(json.access_token.split('.')[1], 'base64url').toString(),
  ) as { sub: string }
  const { readToEnd } = await chat({ ...named(sub), kind: 'anonymous' })
  const ada = createCaller(world, (await world.signIn(named('ada'))).authorization)
  const claimed = await ada('POST /threads/claim', { refresh_token: json.refresh_token.token })
  expect(claimed.json).toEqual({ moved: 1 })

  await server('DELETE /projects/users/ada')

  expect(await readToEnd()).toContain(INTERRUPTED)
})

test('answers of a project that was suspended end, and what there is of them is kept', async () => {
  const shop = named('ada', 'shop')
  const [suspended, running] = [await chat(shop), await chat(named('ada'))]
  expect(await world.endLost()).toBe(0)

  await world.store.projects.setSuspended('shop', true)
  world.clock.ms += 60_000
  expect(await world.endLost()).toBe(1)

  expect(await suspended.readToEnd()).toContain(INTERRUPTED)
  const thread = (await world.store.threads.find(shop, 'mine'))!
  const [answer] = await readRows(world.store.messages.list(shop, thread.id, { limit: 5 }))
  expect(answer?.content).toMatchObject({
    content: [{ type: 'text', text: 'Begun' }],
    status: { type: 'incomplete', reason: 'error' },
  })
  await server('DELETE /projects/users/ada')
  expect(await running.readToEnd()).toContain(INTERRUPTED)
})

test('an answer in a thread that is gone ends (R30)', async () => {
  const ada = named('ada')
  const { readToEnd } = await chat(ada)
  const [thread] = await threadsOf('ada')

  // As another process does.
  await world.store.threads.remove(ada, thread.id)
  expect(await world.endLost()).toBe(1)

  expect(await readToEnd()).toContain(INTERRUPTED)
})

test('whoever has all places taken comes back to each answer of theirs, and starts none', async () => {
  const ada = named('ada')
  const bodies = ['a', 'b', 'c'].map((thread) => chatOf(thread))
  const first = await Promise.all(bodies.map((body) => ask(ada, '/chat', body)))

  const again = await Promise.all(bodies.map((body) => ask(ada, '/chat', body)))
  expect((await send(ada, '/chat', chatOf('d'))).status).toBe(429)
  expect((await send(ada, '/chat', chatOf('d'), false)).status).toBe(429)

  await server('DELETE /projects/users/ada')
  for (const { readToEnd } of [...first, ...again]) expect(await readToEnd()).toContain(INTERRUPTED)
  await ask(ada, '/chat', chatOf('d'))
  await server('DELETE /projects/users/ada')
})
