import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createMessageId, randomId } from '../../shared/ids.ts'
import {
  createTenancyWorld,
  SECRET_TEXT,
  type TenancyWorld,
} from '../testing/create-tenancy-world.ts'
import type { OwnedIds } from '../testing/route-sample.ts'

const SAVES = { 'Alcove-Stream': '1' }
const text = (words: string) => ({ type: 'text', text: words })
const user = (id: string, ...parts: readonly object[]) => ({
  id,
  role: 'user',
  parts: [text('hello'), ...parts],
})
const file = (url: string) => ({ type: 'file', url, mediaType: 'text/plain', filename: 'a.txt' })
const submit = (id: string, ...messages: readonly object[]) => ({
  id,
  messages,
  trigger: 'submit-message',
})
const CONTENT = { role: 'user', content: [text('hello')] }

interface Place {
  /** The caller's own thread, with a message. */
  readonly own: Readonly<{ thread: string; message: string }>
  /** Ids of another user, or of no row. */
  readonly ids: OwnedIds
  readonly fresh: string
}
type Cell = readonly [
  name: string,
  path: (place: Place) => string,
  body: (place: Place) => object,
  headers?: Readonly<Record<string, string>>,
]

const chat = (name: string, body: Cell[2], headers: Cell[3] = SAVES): Cell => [
  `POST /chat: ${name}`,
  () => '/chat',
  body,
  headers,
]
const event = (fields: (place: Place) => object): Cell => [
  'POST /events',
  () => '/events',
  (place) => ({ events: [{ kind: 'message_copied', ...fields(place) }] }),
]

/** Every place of these calls for a name of another user, among the caller's own rows. */
const CELLS: readonly Cell[] = [
  chat('a thread by its id', ({ ids, fresh }) => submit(ids.thread, user(fresh))),
  chat('a thread by its name', ({ ids, fresh }) => submit(ids.threadName, user(fresh))),
  chat('a thread, unsaved', ({ ids, fresh }) => submit(ids.thread, user(fresh)), {}),
  chat('the new message', ({ ids, own }) => submit(own.thread, user(ids.message))),
  chat('the new message’s name', ({ ids, own }) => submit(own.thread, user(ids.messageName))),
  chat('the message before', ({ ids, own, fresh }) =>
    submit(own.thread, user(ids.message), user(fresh)),
  ),
  chat('the name of the message before', ({ ids, own, fresh }) =>
    submit(own.thread, user(own.message), user(ids.messageName), user(fresh)),
  ),
  chat('the message to answer anew', ({ ids, own }) => ({
    ...submit(own.thread, user(own.message), user(ids.message)),
    trigger: 'regenerate-message',
    messageId: ids.message,
  })),
  chat('an answer to go on with', ({ ids, own }) =>
    submit(own.thread, { id: ids.message, role: 'assistant', parts: [text('x')] }),
  ),
  chat('a file', ({ ids, own, fresh }) => submit(own.thread, user(fresh, file(ids.fileUrl)))),
  chat('a file’s key', ({ ids, own, fresh }) => submit(own.thread, user(fresh, file(ids.fileKey)))),
  chat('a file, unsaved', ({ ids, fresh }) => submit(fresh, user(fresh, file(ids.fileUrl))), {}),
  chat('the request to repeat', ({ ids, own, fresh }) => ({
    ...submit(own.thread, user(fresh)),
    requestId: ids.run,
  })),
  event(({ ids }) => ({ thread_id: ids.thread })),
  event(({ ids }) => ({ thread_id: ids.threadName, message_id: ids.messageName })),
  event(({ ids, own }) => ({ thread_id: own.thread, message_id: ids.message, run_id: ids.run })),
  [
    'POST …/feedback: a message in one’s own thread',
    ({ own, ids }) => `/threads/${own.thread}/messages/${ids.message}/feedback`,
    () => ({ type: 'negative', comment: 'x' }),
  ],
  [
    'POST …/feedback: a thread around one’s own message',
    ({ own, ids }) => `/threads/${ids.thread}/messages/${own.message}/feedback`,
    () => ({ type: 'negative' }),
  ],
  [
    'POST …/messages: a parent',
    ({ own }) => `/threads/${own.thread}/messages`,
    ({ ids }) => ({ parent_id: ids.message, format: 'aui/v0', content: CONTENT }),
  ],
  [
    'POST …/messages: a parent by name',
    ({ own }) => `/threads/${own.thread}/messages`,
    ({ ids }) => ({
      parent_id: null,
      parent_external_id: ids.messageName,
      format: 'aui/v0',
      content: CONTENT,
    }),
  ],
  [
    'POST /chat/…/stop: a request',
    ({ own }) => `/chat/${own.thread}/stop`,
    ({ ids }) => ({ requestId: ids.run }),
  ],
]

/** Removes differences between two equal calls: names and times. */
const withoutNews = (said: string, { ids, own, fresh }: Place): string =>
  [...Object.values(ids), ...Object.values(own), fresh]
    .reduce((left, name) => left.replaceAll(name, '…'), said)
    .replaceAll(/(thread|msg|run|file)_[\w-]+/g, '…')
    .replaceAll(/"messageId":"\w+"/g, '…')

for (const engine of ENGINES) {
  // The routes are the same on both engines, and the tests of tenancy check ownership on both.
  const tags = engine === 'postgres' ? ['nightly'] : []
  describe(`names of somebody else in a call of one’s own, on ${engine}`, { tags }, () => {
    let place: StorePlace
    let world: TenancyWorld
    beforeAll(async () => {
      place = await createMigratedPlace(engine, inject('postgresUrl'))
      world = await createTenancyWorld(place)
    })
    afterAll(async () => {
      await world?.close()
      await place.remove()
    })

    const STRANGERS = ['another user', 'another workspace', 'anonymous', 'browser key'] as const
    type Who = (typeof STRANGERS)[number] | 'owner'

    async function post(
      who: Who,
      path: string,
      body: object,
      more: Readonly<Record<string, string>> = {},
    ) {
      const headers = { 'Content-Type': 'application/json', ...more, ...world.headers[who] }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await world.request(`/v1${path}`, init)
      return { status: response.status, text: await readBeginning(response) }
    }

    const idOf = async (answer: Promise<{ text: string }>, field: string) =>
      (JSON.parse((await answer).text) as Record<string, string>)[field] ?? ''

    async function createOwn(who: Who) {
      const thread = await idOf(
        post(who, '/threads', { last_message_at: '2026-11-21T05:00:00.000Z' }),
        'thread_id',
      )
      const body = { parent_id: null, format: 'aui/v0', content: CONTENT }
      const message = await idOf(post(who, `/threads/${thread}/messages`, body), 'message_id')
      return { thread, message }
    }

    async function ask([, path, body, headers]: Cell, who: Who, ids: OwnedIds) {
      const at = { own: await createOwn(who), ids, fresh: createMessageId() }
      const answer = await post(who, path(at), body(at), headers)
      const list = await world.request('/v1/threads', { headers: world.headers[who] })
      const { threads } = (await list.json()) as { threads: readonly object[] }
      return {
        said: { status: answer.status, text: withoutNews(answer.text, at) },
        all: answer.text + JSON.stringify(threads),
        threads: threads.length,
      }
    }

    const ghosts = ({ fileKey, fileUrl }: OwnedIds): OwnedIds => {
      const key = `file_${randomId(24)}`
      return {
        thread: `thread_${randomId(24)}`,
        threadName: `mine-${randomId(13)}-thread`,
        message: `msg_${randomId(24)}`,
        messageName: `mine-${randomId(13)}-message`,
        lease: `lease_${randomId(24)}`,
        run: `run_${randomId(24)}`,
        score: `score_${randomId(24)}`,
        source: `source_${randomId(24)}`,
        fileKey: key,
        fileUrl: fileUrl.replace(fileKey, key),
        user: randomId(24),
      }
    }

    /** All stored rows of the owner, in every table. */
    const readOwner = async () => {
      const { threads, messages, scores, reports, files } = await world.store.users.export(
        'default',
        'owner',
      )
      const isOwn = (row: object) => JSON.stringify(row).includes('"workspaceId":"owner"')
      const written = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
      const own = new Set(threads.filter(isOwn).map(({ id }) => id))
      return {
        threads: written(threads.filter(isOwn)),
        messages: written(messages.filter(({ threadId }) => own.has(threadId))),
        rest: [scores, reports, files].map((rows) => written(rows.filter(isOwn))),
      }
    }

    test.each(CELLS.map((cell) => ({ name: cell[0], cell })))('$name', async ({ cell }) => {
      const ids = await world.seed()
      const before = await readOwner()
      for (const who of STRANGERS) {
        const count = (await ask(cell, who, ghosts(ids))).threads
        const unknown = await ask(cell, who, ghosts(ids))
        const foreign = await ask(cell, who, ids)

        expect([who, foreign.said]).toEqual([who, unknown.said])
        expect([who, foreign.threads - unknown.threads]).toEqual([who, unknown.threads - count])
        expect(foreign.all).not.toContain(SECRET_TEXT)
        expect(foreign.said.status).toBeLessThan(500)
      }
      expect(await readOwner()).toEqual(before)
    })

    test('the owner’s own names are taken, and the first of all shows it', async () => {
      const ids = await world.seed()
      const answer = await ask(CELLS[0]!, 'owner', ids)
      const { thread, fileUrl } = await world.seed()
      const asked = submit(thread, user('abc9999', file(fileUrl)))
      const withFile = await post('owner', '/chat', asked, SAVES)

      expect(answer.all).toContain(SECRET_TEXT)
      expect(withFile.status).toBe(200)
    })
  })
}

/** The first event of a stream, which names the rows: the rest comes from a model and takes time. */
async function readBeginning(response: Response): Promise<string> {
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value).split('\n\n', 1)[0] ?? ''
}
