import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOperator, startAlcove } from '../../e2e/alcove-server.ts'
import { startContractServer } from '../../e2e/contract-server/start-contract-server.ts'
import { createThreadOperations } from './cloud-threads.ts'
import { createAuth } from './cloud.ts'
import { createCloudClient } from './create-cloud-client.ts'
import { createRequests } from './create-requests.ts'
import { createFakeStorage } from './fake-tokens.test-support.ts'
import { createNodeWorld } from './node-world.test-support.ts'

/** A running server of the contract. */
interface Place {
  readonly base: string
  /** Signs a token as the host page's own server does. */
  signAsHost(user: string): string
  /** API key of the project, for servers. */
  readonly apiKey: string
  stop(): Promise<unknown>
}

const HOST_SECRET = 'a secret of the host page, for tests only'
const HOST_TOKEN_SECONDS = 600

/** Servers that the client must work with. */
const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'our server': async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'alcove-contract-'))
    const apiKey = await makeKey(dataDir)
    const alcove = await startAlcove({ env: { ALCOVE_HOST_SECRET: HOST_SECRET }, dataDir })
    return {
      base: `http://127.0.0.1:${alcove.port}`,
      signAsHost: signWithSecret,
      apiKey,
      async stop() {
        await alcove.stop()
        await rm(dataDir, { recursive: true })
      },
    }
  },
  'the public cloud': async () => {
    const server = await startContractServer()
    const { url: base, signAsProvider: signAsHost, apiKey } = server
    return { base, signAsHost, apiKey, stop: () => server.stop() }
  },
}

/** Makes a key with the operator's command. */
async function makeKey(dataDir: string): Promise<string> {
  const line = 'key create --project default --scope server --json'
  const made = await runOperator(dataDir, ...line.split(' '))
  return (JSON.parse(made) as { key: string }).key
}

function signWithSecret(user: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: user, iat: now, exp: now + HOST_TOKEN_SECONDS }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', HOST_SECRET).update(text).digest('base64url')}`
}

const { signal } = new AbortController()
const LAST = '2026-11-21T00:00:00.000Z'
const words = (role: string, text: string) => ({
  role,
  content: [{ type: 'text', text }],
  metadata: {},
})
const row = (text: string, parent: string | null, externalId?: string) => ({
  parent_id: parent,
  format: 'aui/v0',
  content: words('user', text),
  ...(externalId === undefined ? {} : { external_id: externalId }),
})

async function readAll(stream: ReadableStream<string>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}

describe.each(Object.entries(PLACES))('against %s', (_name, start) => {
  let place: Place
  beforeAll(async () => void (place = await start()))
  afterAll(() => place.stop())

  const createVisitor = (storage = createFakeStorage()) =>
    createCloudClient({ anonymous: true }, createNodeWorld(place.base, storage))
  const createHostUser = (user: string) =>
    createCloudClient({ authToken: () => place.signAsHost(user) }, createNodeWorld(place.base))

  test('makes, finds, changes and removes a thread', async () => {
    const client = createVisitor()
    const body = { last_message_at: LAST, external_id: 'own-1', metadata: { topic: 'shoes' } }
    const id = await client.createThread(body, signal)

    expect(await client.listThreads({}, signal)).toMatchObject({ threads: [{ id }], next: null })
    expect(await client.getThread(id, signal)).toEqual({
      id,
      title: null,
      isArchived: false,
      isRunning: false,
      externalId: 'own-1',
      lastMessageAt: LAST,
      // Sent by servers that know it; there is no message yet.
      lastText: null,
      metadata: { topic: 'shoes' },
    })

    await client.updateThread(id, { title: 'Shoes', is_archived: true }, signal)
    expect((await client.listThreads({}, signal)).threads).toEqual([])
    expect((await client.listThreads({ isArchived: true }, signal)).threads).toMatchObject([
      { id, title: 'Shoes', isArchived: true },
    ])

    await client.deleteThread(id, signal)
    await expect(client.getThread(id, signal)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Thread not found'),
    })
  })

  test('pages through threads, the last one first', async () => {
    const client = createVisitor()
    const ids: string[] = []
    for (const day of ['01', '02', '03']) {
      ids.unshift(
        await client.createThread({ last_message_at: `2026-11-${day}T00:00:00.000Z` }, signal),
      )
    }

    const first = await client.listThreads({ limit: 2 }, signal)
    const second = await client.listThreads({ limit: 2, after: first.next }, signal)

    expect([...first.threads, ...second.threads].map(({ id }) => id)).toEqual(ids)
    expect(second.next).toBeNull()
  })

  test('makes one thread of one local id, however often it is asked', async () => {
    const world = createNodeWorld(place.base)
    const auth = createAuth({ mode: 'anonymous' }, place.base, world)
    const threads = createThreadOperations(createRequests({ ...world, auth }), world.clock)
    const regular = { status: 'regular', after: null } as const
    const archived = { status: 'archived', after: null } as const
    expect((await threads.list(regular, signal)).items).toEqual([])

    const made = await threads.initialize('__LOCALID_abc1234', signal)
    expect(await threads.initialize('__LOCALID_abc1234', signal)).toEqual(made)
    await threads.rename(made.remoteId, 'First', signal)
    await threads.archive(made.remoteId, signal)
    const [listed] = (await threads.list(archived, signal)).items
    expect(listed).toMatchObject({ ...made, status: 'archived', title: 'First', isRunning: false })
    expect(await threads.fetch(made.remoteId, signal)).toEqual(listed)
    expect((await threads.list(regular, signal)).items).toEqual([])

    await threads.unarchive(made.remoteId, signal)
    expect((await threads.list(regular, signal)).items).toHaveLength(1)
    await threads.delete(made.remoteId, signal)
    await threads.delete(made.remoteId, signal)
    expect((await threads.list(regular, signal)).items).toEqual([])
  })

  test('saves, repeats, changes and removes messages', async () => {
    const client = createVisitor()
    const thread = await client.createThread({ last_message_at: LAST }, signal)
    const first = await client.createMessage(thread, row('One', null, 'abc1234'), signal)
    expect(await client.createMessage(thread, row('One', null, 'abc1234'), signal)).toBe(first)
    const second = await client.createMessage(thread, row('Two', first), signal)

    const page = await client.listMessages(thread, null, signal)
    expect(page.rows.map(({ id, parentId }) => [id, parentId])).toEqual([
      [second, first],
      [first, null],
    ])
    expect(page.rows[1]).toMatchObject({ externalId: 'abc1234', content: words('user', 'One') })

    await client.updateMessage(thread, second, words('user', 'Three'), signal)
    const [changed] = (await client.listMessages(thread, null, signal)).rows
    expect(changed?.content).toEqual(words('user', 'Three'))

    await client.deleteMessages(thread, [second], signal)
    expect((await client.listMessages(thread, null, signal)).rows).toHaveLength(1)
    await expect(client.deleteMessages(thread, [second], signal)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('reads rows of every format as they are stored (7.21)', async () => {
    const client = createVisitor()
    const thread = await client.createThread({ last_message_at: LAST }, signal)
    const parts = [{ type: 'text', text: 'Hi' }]
    const stored = ['aui/v0', 'ai-sdk/v5', 'ai-sdk/v6'].map((format) => ({
      format,
      content: format === 'aui/v0' ? words('user', 'Hi') : { role: 'user', parts },
    }))
    let parent: string | null = null
    for (const row of stored) {
      parent = await client.createMessage(thread, { ...row, parent_id: parent }, signal)
    }

    const { rows } = await client.listMessages(thread, null, signal)

    expect(rows.map(({ format, content }) => ({ format, content }))).toEqual(stored.toReversed())
  })

  test('keeps what somebody thinks of an answer', async () => {
    const client = createVisitor()
    const thread = await client.createThread({ last_message_at: LAST }, signal)
    const content = words('assistant', 'Hello')
    const message = await client.createMessage(thread, { ...row('', null), content }, signal)
    const rate = (body: { type: 'positive' | 'negative'; comment?: string }) =>
      client.sendFeedback(thread, message, body, signal)

    expect(await rate({ type: 'positive' })).toMatchObject({ type: 'positive' })
    expect(await rate({ type: 'negative', comment: '  Too short ' })).toMatchObject({
      type: 'negative',
      comment: 'Too short',
    })
  })

  test('stays the same visitor, and is never another', async () => {
    const storage = createFakeStorage()
    const thread = await createVisitor(storage).createThread({ last_message_at: LAST }, signal)

    const later = await createVisitor(storage).listThreads({}, signal)
    expect(later.threads.map(({ id }) => id)).toEqual([thread])

    const other = createVisitor()
    await other.createThread({ last_message_at: LAST }, signal)
    await expect(other.getThread(thread, signal)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('speaks for a user of the host page, who takes over what a visitor began', async () => {
    const storage = createFakeStorage()
    const visitor = createVisitor(storage)
    const thread = await visitor.createThread({ last_message_at: LAST }, signal)
    const record = storage.getItem(`aui:refresh_token:${place.base}`) ?? '{}'
    const { token } = JSON.parse(record) as { token: string }

    const user = createHostUser('user-1')
    expect(await user.claimThreads(token, signal)).toBe(1)
    expect((await user.listThreads({}, signal)).threads.map(({ id }) => id)).toEqual([thread])
    await expect(visitor.claimThreads(token, signal)).rejects.toMatchObject({
      data: { status: 403 },
    })
  })

  test('streams a title, which the thread keeps', async () => {
    const client = createVisitor()
    const thread = await client.createThread({ last_message_at: LAST }, signal)

    const messages = [words('user', 'Which shoes are good for rain?')]
    const title = await readAll(await client.streamTitle(thread, messages, signal))

    expect(title).not.toBe('')
    expect((await client.getThread(thread, signal)).title).toBe(title)
  })

  test('uploads a file and opens it again', async () => {
    const client = createVisitor()
    const file = new File(['hello'], 'a b.txt', { type: 'text/plain' })
    const shares: number[] = []
    const { url } = await client.uploadFile(file, {
      signal,
      onProgress: (share) => shares.push(share),
    })

    const opened = await fetch(await client.presignDownload({ url }, signal))
    expect(await opened.text()).toBe('hello')
    expect(shares).toEqual([1])
  })

  test('says why a PDF gave no pages', async () => {
    const answer = await createVisitor().pdfToImages({ file_blob: 'bm8gcGRm' }, signal)

    expect(answer).toMatchObject({ success: false, urls: [] })
    expect(answer.message).toMatch(/^Failed to convert PDF/)
  })

  test('tells events', async () => {
    const client = createVisitor()
    const thread_id = await client.createThread({ last_message_at: LAST }, signal)

    await client.sendEvents([{ kind: 'message_sent', thread_id }], signal)
    await expect(client.sendEvents([], signal)).rejects.toMatchObject({ data: { status: 400 } })
  })

  test('speaks for a user by API key, and gets a token for that user', async () => {
    const config = { apiKey: place.apiKey, userId: 'user-9', workspaceId: 'user-9' }
    const client = createCloudClient(config, createNodeWorld(place.base))
    const id = await client.createThread({ last_message_at: LAST }, signal)

    const minted = await client.mintUserToken(signal)
    const user = createCloudClient({ authToken: () => minted }, createNodeWorld(place.base))
    expect((await user.listThreads({}, signal)).threads.map((thread) => thread.id)).toEqual([id])

    const other = createCloudClient({ ...config, workspaceId: 'x' }, createNodeWorld(place.base))
    expect((await other.listThreads({}, signal)).threads).toEqual([])
  })

  test('gives no token of the project to somebody without its key', async () => {
    const user = createHostUser('user-2')

    await expect(user.mintUserToken(signal)).rejects.toMatchObject({
      message: expect.stringContaining('This endpoint may only be accessed from the backend'),
    })
  })
})
