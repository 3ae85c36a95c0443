import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CloudMessagePersistence } from 'cloud-0.2.2'
import { createAnonymousIdentity } from './auth/identity.ts'
import { streamList } from './routes/list-messages.ts'
import type { NewMessage } from './store/change-messages.ts'
import type { Scope } from './store/store.ts'
import { createTestApp, TEST_HOST_SECRET, type TestApp } from './testing/create-test-app.ts'
import {
  createPublishedCloud,
  type PublishedCloud,
  signHostToken,
} from './testing/published-cloud.ts'

const MIB = 1_048_576
const ROWS = 20
const ROW_BYTES = 500_000
const LONG_ROWS = 120
const READERS = 12
const TIME = '2026-11-21T04:00:00.000Z'

let world: TestApp
let server: Server
let base: string
let key: string
let thread: string
const sockets: Socket[] = []
beforeAll(async () => {
  world = await createTestApp()
  // Published clients and their tokens use the real time.
  world.clock.ms = Date.now()
  ;({ server, base } = await listen(world.app.fetch))
  key = (await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })).key
  thread = await fill({ projectId: 'default', workspaceId: 'ada', userId: 'ada' }, ROWS)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
  await world.close()
})

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const made = serve({ fetch, port: 0, hostname: '127.0.0.1', createServer })
  if (!(made instanceof Server)) throw new Error('expected a server of node:http')
  await once(made, 'listening')
  return { server: made, base: `http://127.0.0.1:${(made.address() as AddressInfo).port}` }
}

async function fill(scope: Scope, rows: number) {
  const { id } = await world.store.threads.create(scope, { lastMessageAt: TIME })
  let parent: string | null = null
  for (let index = 0; index < rows; index++) {
    const content = { role: 'user', content: [{ type: 'text', text: 'x'.repeat(ROW_BYTES) }] }
    const message: NewMessage = { parent, externalId: null, format: 'aui/v0', content }
    parent = (await world.store.messages.append(scope, id, message)).id
  }
  return id
}

const cloudOf = (version: '0.1.4' | '0.2.2'): Promise<PublishedCloud> =>
  createPublishedCloud(version, 'host token', 'ada', {
    base,
    hostSecret: TEST_HOST_SECRET,
    apiKey: key,
  })
const heights = (messages: readonly { readonly height: number }[]) =>
  messages.map((message) => message.height)
const ALL = Array.from({ length: ROWS }, (_, index) => ROWS - 1 - index)

test('0.1.4 lists a history of 10 MB whole', async () => {
  const cloud = await cloudOf('0.1.4')

  const list = cloud.threads.messages['list']?.bind(cloud.threads.messages)

  expect(heights((await list?.(thread))?.messages ?? [])).toEqual(ALL)
})

test('0.2.2 loads a history of 10 MB whole', async () => {
  const cloud = await cloudOf('0.2.2')
  const persistence = new CloudMessagePersistence(
    cloud as unknown as ConstructorParameters<typeof CloudMessagePersistence>[0],
  )

  expect(heights(await persistence.load(thread))).toEqual(ALL)
})

test('a project’s own server reads it whole, and our own client in pages of 2 MiB', async () => {
  const asked = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${base}/v1${path}?limit=200`, { headers })
    return heights(((await response.json()) as { messages: { height: number }[] }).messages)
  }
  const Authorization = `Bearer ${await signHostToken(TEST_HOST_SECRET, 'ada')}`
  const path = `/threads/${thread}/messages`

  expect(await asked(`/projects${path}`, { Authorization: `Bearer ${key}` })).toEqual(ALL)
  expect(await asked(path, { Authorization, 'Aui-Sdk': 'assistant-cloud/0.2.2' })).toEqual(ALL)
  expect(await asked(path, { Authorization, 'Aui-Sdk': 'alcove/0.1.0' })).toEqual(ALL.slice(0, 4))
})

test('readers who take nothing of 60 MB cost some pages of memory each', async () => {
  const identity = createAnonymousIdentity('default')
  const { authorization } = await world.signIn(identity)
  const long = await fill(identity, LONG_ROWS)
  const { port } = new URL(base)
  const before = process.memoryUsage().rss
  let peak = before

  for (let index = 0; index < READERS; index++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.pause()
    const head = [
      `GET /v1/threads/${long}/messages HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  }
  await vi.waitFor(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
    const lines = world.lines.filter((line) => line.includes('/threads/:id/messages'))
    expect(lines.length).toBeGreaterThanOrEqual(READERS)
  })
  // Another whole page is answered while the others are pending.
  const whole = await fetch(`${base}/v1/threads/${long}/messages`, {
    headers: { Authorization: authorization },
  })
  for await (const piece of whole.body ?? []) {
    expect(piece.byteLength).toBeGreaterThan(0)
    peak = Math.max(peak, process.memoryUsage().rss)
  }

  expect((peak - before) / MIB).toBeLessThan(350)
})

test('a history that fails in its middle is an error to its reader, not a short page', async () => {
  // The HTTP server logs the broken stream, with the stream's own error.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken: unknown[] = []
  const failure = new Error('the database went away')
  const groups = [
    () => Promise.resolve([JSON.stringify({ text: 'x'.repeat(MIB) })]),
    () => Promise.reject(failure),
  ]
  const place = await listen(
    () => new Response(streamList('messages', groups, (error) => broken.push(error))),
  )
  try {
    const reading = fetch(place.base).then(async (response) =>
      response.ok ? response.text() : Promise.reject(new Error(await response.text())),
    )

    await expect(reading).rejects.toThrow(/^((?!database).)*$/)
    expect(broken).toEqual([failure])
    expect(String(printed.mock.calls)).not.toContain('database')
  } finally {
    printed.mockRestore()
    place.server.closeAllConnections()
    place.server.close()
  }
})
