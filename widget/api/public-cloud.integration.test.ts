import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  startContractServer,
  type ContractServer,
} from '../../e2e/contract-server/start-contract-server.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import { createCloudClient } from './create-cloud-client.ts'
import { createFakeStorage } from './fake-tokens.test-support.ts'
import { createNodeWorld } from './node-world.test-support.ts'

const { signal } = new AbortController()
const LAST = '2026-11-21T00:00:00.000Z'
let server: ContractServer
beforeEach(async () => void (server = await startContractServer({ visitors: 1, refreshes: 1 })))
afterEach(() => server.stop())

const createVisitor = (storage = createFakeStorage()) =>
  createCloudClient({ anonymous: true }, createNodeWorld(server.url, storage))
const to = (route: string) => server.received.filter((call) => call.route === route)

test('takes the server’s own token in place of the host’s, as an answer says', async () => {
  let asked = 0
  const token = server.signAsProvider('user-1')
  const authToken = () => {
    asked += 1
    return token
  }
  const client = createCloudClient({ authToken }, createNodeWorld(server.url))

  await client.listThreads({}, signal)
  await client.listThreads({}, signal)

  const [first, second] = to('GET /threads').map(({ headers }) => headers.get('authorization'))
  expect(first).toBe(`Bearer ${token}`)
  expect(second).toMatch(/^Bearer eyJ/)
  expect(second).not.toBe(first)
  expect(asked).toBe(1)
})

test('speaks for a user by API key, at the build’s base only', async () => {
  const config = { apiKey: server.apiKey, userId: 'user-9', workspaceId: 'shop-1' }
  const elsewhere = { ...config, baseUrl: 'https://elsewhere.example' }
  const client = createCloudClient(elsewhere, createNodeWorld(server.url))
  const id = await client.createThread({ last_message_at: LAST }, signal)

  const [sent] = to('POST /threads')
  expect(sent?.headers.get('authorization')).toBe(`Bearer ${server.apiKey}`)
  expect(sent?.headers.get('aui-user-id')).toBe('user-9')
  expect(sent?.headers.get('aui-workspace-id')).toBe('shop-1')

  const minted = await client.mintUserToken(signal)
  const user = createCloudClient({ authToken: () => minted }, createNodeWorld(server.url))
  expect((await user.listThreads({}, signal)).threads.map((thread) => thread.id)).toEqual([id])
})

test('says once that an API key is unknown, and does not try it again', async () => {
  const config = { apiKey: 'sk_aui_proj_other', userId: 'user-9', workspaceId: 'shop-1' }
  const client = createCloudClient(config, createNodeWorld(server.url))

  await expect(client.listThreads({}, signal)).rejects.toThrow(
    'Request failed with status 403, {"error":"Unknown or expired API key"}',
  )
  expect(server.received).toHaveLength(1)
})

test('keeps a visitor whom the server is too busy to refresh', async () => {
  const storage = createFakeStorage()
  await createVisitor(storage).createThread({ last_message_at: LAST }, signal)
  const record = storage.getItem(`aui:refresh_token:${server.url}`)
  await createVisitor(storage).listThreads({}, signal)

  await expect(createVisitor(storage).listThreads({}, signal)).rejects.toMatchObject({
    code: 'rate_limited',
    data: { status: 429, retryAfter: 60 },
  })
  await expect(
    createVisitor(storage).createThread({ last_message_at: LAST }, signal),
  ).rejects.toMatchObject({ code: 'rate_limited' })

  // The first refresh did not rotate the token, and the refused ones did not remove it.
  const token = (text: string | null) => (JSON.parse(text ?? '{}') as { token: string }).token
  expect(token(storage.getItem(`aui:refresh_token:${server.url}`))).toBe(token(record))
  expect(to('POST /auth/tokens/anonymous')).toHaveLength(1)
})

test('makes one visitor for many first calls', async () => {
  const client = createVisitor()

  const ids = await Promise.all(
    Array.from({ length: 5 }, () => client.createThread({ last_message_at: LAST }, signal)),
  )

  expect(new Set(ids).size).toBe(5)
  expect(to('POST /auth/tokens/anonymous')).toHaveLength(1)
  expect(to('POST /auth/tokens/anonymous')[0]?.headers.get('content-type')).toBeNull()
})

test('repeats what is safe to repeat after the wait that the server asks for', async () => {
  const client = createVisitor()
  const thread = await client.createThread({ last_message_at: LAST }, signal)
  const busy = { status: 503, headers: { 'retry-after': '1' }, json: { error: 'Busy' } }
  const row = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }
  const route = `POST /threads/${thread}/messages`

  server.answerNext(route, busy)
  await client.createMessage(thread, { ...row, external_id: 'abc1234' }, signal)
  expect(to(route)).toHaveLength(2)

  server.answerNext(route, busy)
  await expect(client.createMessage(thread, row, signal)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(to(route)).toHaveLength(3)
})

test('reads a run by what the server sends, not by what was asked for', async () => {
  const client = createVisitor()
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]

  const run = await client.streamRun({ assistantId: 'assistant_echo', messages }, signal)
  expect(run.protocol).toBe('ui-message-stream')
  const texts: string[] = []
  for await (const event of run.body.pipeThrough(createEventDecoder())) {
    if (event.type === 'chunk' && event.chunk.type === 'text-delta') texts.push(event.chunk.delta)
  }

  expect(texts).toEqual(['You said: Hi'])
  expect(to('POST /runs/stream')[0]).toMatchObject({
    body: {
      assistant_id: 'assistant_echo',
      response_format: 'vercel-ai-data-stream/v1',
      messages,
    },
  })
})

test('leaves out a malformed row, not the list', async () => {
  const client = createVisitor()
  const id = await client.createThread({ last_message_at: LAST }, signal)
  const threads = [{ id: 7 }, null, { id, title: null, is_archived: false }]
  server.answerNext('GET /threads', { status: 200, json: { threads } })

  expect((await client.listThreads({}, signal)).threads.map((thread) => thread.id)).toEqual([id])
})

test('refuses an answer with something else than a token in its header', async () => {
  const client = createVisitor()
  await client.createThread({ last_message_at: LAST }, signal)
  server.answerNext('GET /threads', {
    status: 200,
    headers: { authorization: 'Basic abc' },
    json: { threads: [] },
  })

  await expect(client.listThreads({}, signal)).rejects.toThrow('Invalid auth header received')
})

test('says that a server has no chat of ours', async () => {
  const body = { id: 'local-1', messages: [], trigger: 'submit-message' as const }

  await expect(createVisitor().chat(body, { signal, onDispatch() {} })).rejects.toThrow(
    'Request failed with status 404, {"error":"Not Found"}',
  )
})
