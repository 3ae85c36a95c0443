// @vitest-environment node
import { expect, test, vi } from 'vitest'
import type { ChatBody } from '../../shared/api/chat.ts'
import { json, networkError } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import {
  addFilesAtom,
  attachmentNotesAtom,
  attachmentsAtom,
} from '../composer/atoms/attachments.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { editQueuedAtom, retryAtom } from '../conversation/atoms/thread.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import type { ChatWorld } from '../world/chat-world.test-support.ts'
import { ownerAtom } from '../world/owner.ts'

const HOUR_MS = 3_600_000
const PRESIGN = 'POST /files/attachments/generate-presigned-upload-url'
const OPEN = 'POST /files/attachments/generate-presigned-download-url'
const STORED = 'https://chat.example/v1/files/attachments/'

/** A server that keeps each upload for an hour, unless a message names it. */
function serveFiles({ routes }: Pick<ChatWorld, 'routes'>) {
  let count = 0
  const kept = new Set<string>()
  routes.set(PRESIGN, () => {
    const key = `key-${(count += 1)}`
    kept.add(STORED + key)
    routes.set(`PUT /put/${key}`, () => new Response(null, { status: 200 }))
    const signedUrl = `https://chat.example/v1/put/${key}`
    return json(201, { success: true, signedUrl, publicUrl: STORED + key, key, keptSeconds: 3_600 })
  })
  routes.set(OPEN, ({ body }) => {
    const { url } = body as { url: string }
    if (!kept.has(url)) return json(404, { error: 'not_found', message: 'Attachment not found' })
    return json(200, { signedUrl: `${url}?signature=x`, expiresAt: '', key: 'k' })
  })
  return {
    get uploads() {
      return count
    },
    end: () => kept.clear(),
    /** Refuses a message with expired files, as the server does. */
    check(
      open: () => Response,
    ): ChatWorld['routes'] extends Map<string, infer Answer> ? Answer : never {
      return ({ body }) => {
        const urls = urlsIn(body as ChatBody)
        const missingFiles = urls.filter((url) => !kept.has(url))
        if (missingFiles.length === 0) return open()
        return json(400, { error: 'invalid_request', message: 'Gone.', details: { missingFiles } })
      }
    },
  }
}

const urlsIn = ({ messages }: ChatBody) =>
  messages.at(-1)!.parts.flatMap(({ url }) => (typeof url === 'string' ? [url] : []))

async function openTab(browser = createBrowser()) {
  let server!: ReturnType<typeof serveFiles>
  const tab = await browser.openTab({
    prepare(world) {
      server = serveFiles(world)
      world.routes.set('POST /chat', server.check(world.openAnswer))
    },
  })
  const settled = async () => {
    for (let round = 0; round < 3; round += 1) {
      await settle()
      await vi.dynamicImportSettled()
    }
  }
  return {
    ...pick(tab),
    tab,
    server,
    settled,
    async attach(name: string) {
      await tab.store.set(addFilesAtom, { files: [new File(['abc'], name, { type: 'a/zip' })] })
      await settled()
    },
    async write(text: string) {
      tab.store.set(draftAtom, text)
      void tab.store.set(sendDraftAtom)
      await settled()
    },
    /** Ids of messages that reached the server, with the file URLs in them. */
    sent: () =>
      tab.http.to('POST /chat').map(({ body }) => {
        const chat = body as ChatBody
        return { id: chat.messages.at(-1)!.id, urls: urlsIn(chat) }
      }),
    kept: async () => {
      const { scope } = tab.store.get(ownerAtom)!
      const rows = await browser.rows.list('outbox', scope)
      return rows.map(({ value }) => value as OutboxMessage).filter((row) => 'text' in row)
    },
  }
}

const pick = ({ store, clock, routes }: ChatWorld) => ({ store, clock, routes })

test('a waiting message whose upload ended uploads its copy, and goes out under its own id', async () => {
  const { tab, clock, server, settled, attach, write, sent, kept } = await openTab()
  await attach('a.zip')
  tab.setOnline(false)
  await write('Look')
  expect(await kept()).toMatchObject([{ files: [{ id: 'key-1', copy: expect.any(File) }] }])

  await clock.advance(HOUR_MS)
  server.end()
  tab.setOnline(true)
  await settled()

  expect(sent()).toEqual([{ id: expect.any(String), urls: [`${STORED}key-2`] }])
  expect(server.uploads).toBe(2)
  await tab.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settled()
  expect(tab.queue).toEqual([])
})

test('a message that was refused for its ended file is sent again with a new one, once', async () => {
  const { tab, clock, server, settled, attach, write, sent } = await openTab()
  await attach('a.zip')
  // An operator removed the file, or the device's clock was set back: the frame does not know of the expiry.
  server.end()
  await write('Look')
  await clock.advance(2_000)
  await settled()

  expect(sent().map(({ urls }) => urls)).toEqual([[`${STORED}key-1`], [`${STORED}key-2`]])
  expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
  expect(tab.queue).toEqual([])
})

test('a message whose new file is refused too asks the person, who can try again', async () => {
  const { tab, store, clock, routes, server, settled, attach, write, sent } = await openTab()
  await attach('a.zip')
  const refuse = ({ body }: { readonly body: unknown }) => {
    const missingFiles = urlsIn(body as ChatBody)
    return json(400, { error: 'invalid_request', message: 'Gone.', details: { missingFiles } })
  }
  routes.set('POST /chat', refuse)
  await write('Look')
  await clock.advance(60_000)
  await settled()

  expect(sent()).toHaveLength(2)
  expect(tab.queue).toMatchObject([{ error: { code: 'invalid_request' } }])
  expect(tab.queue[0]?.hasLostFile).toBeUndefined()

  routes.set('POST /chat', server.check(tab.openAnswer))
  store.set(retryAtom, tab.queue[0]!.id)
  await settled()
  expect(sent().at(-1)?.urls).toEqual([`${STORED}key-3`])
  expect(tab.queue).toEqual([])
})

test('a message that the server may have keeps its file, however late it is sent again', async () => {
  const { tab, clock, routes, server, settled, attach, write, sent } = await openTab()
  await attach('a.zip')
  routes.set('POST /chat', () => networkError())
  await write('Look')
  await clock.advance(800)
  tab.setOnline(false)
  await clock.advance(HOUR_MS)
  // The server has the message: its file does not expire.
  routes.set('POST /chat', server.check(tab.openAnswer))
  tab.setOnline(true)
  await clock.advance(60_000)
  await settled()

  expect(new Set(sent().map(({ id, urls }) => `${id} ${urls.join()}`)).size).toBe(1)
  expect(sent().at(-1)?.urls).toEqual([`${STORED}key-1`])
  expect(server.uploads).toBe(1)
  expect(tab.queue).toEqual([])
})

test('while the server cannot be asked, nothing is uploaded and nothing is given up', async () => {
  const { tab, clock, routes, server, settled, attach, write, sent } = await openTab()
  await attach('a.zip')
  tab.setOnline(false)
  await write('Look')
  await clock.advance(HOUR_MS)
  const open = routes.get(OPEN)!
  routes.set(OPEN, () => networkError())
  tab.setOnline(true)
  await clock.advance(5_000)
  expect([sent().length, server.uploads]).toEqual([0, 1])
  expect(tab.queue).toMatchObject([{ error: null }])

  routes.set(OPEN, open)
  await clock.advance(5_000)
  await settled()
  expect(sent().map(({ urls }) => urls)).toEqual([[`${STORED}key-1`]])
})

test.each([
  ['known', 1, 'send_failed', 0],
  ['not known', Number.MAX_SAFE_INTEGER, 'invalid_request', 1],
])(
  'without a copy, where the end is %s, the file of a message has to be chosen again',
  async (_, endsAt, code, tries) => {
    const browser = createBrowser()
    const first = await openTab(browser)
    await first.attach('a.zip')
    first.tab.setOnline(false)
    await first.write('Look')
    const { scope } = first.store.get(ownerAtom)!
    const [row] = await browser.rows.list('outbox', scope)
    const value = row!.value as OutboxMessage
    const files = value.files.map((file) => ({ ...file, endsAt, copy: undefined }))
    await browser.rows.put('outbox', scope, { id: row!.id, value: { ...value, files } })
    browser.closeTabs()

    const { tab, store, clock, server, settled, attach, write, sent } = await openTab(browser)
    await clock.advance(5_000)
    await settled()
    expect(sent()).toHaveLength(tries)
    expect(tab.queue).toMatchObject([{ error: { code }, hasLostFile: true }])

    store.set(editQueuedAtom, tab.queue[0]!.id)
    await settled()
    expect(store.get(draftAtom)).toBe('Look')
    expect(store.get(attachmentsAtom)).toMatchObject([
      { name: 'a.zip', status: { type: 'incomplete', reason: 'lost' } },
    ])

    await attach('a.zip')
    await write('Look')
    expect(sent()).toHaveLength(tries + 1)
    expect(tab.queue).toEqual([])
    expect(server.uploads).toBe(1)
  },
)

test('offline, a draft with a lost file is not sent, and says so', async () => {
  const { tab, store, clock, settled, write, sent } = await openTab()
  const { takeKeptAtom } = await import('../composer/atoms/tray-actions.ts')
  const lost = {
    id: 'k',
    type: 'file',
    name: 'a.zip',
    contentType: 'a/zip',
    url: `${STORED}k`,
  } as const
  await store.set(takeKeptAtom, [{ ...lost, size: 3, endsAt: 0 }])
  tab.setOnline(false)
  await write('Look')
  await clock.advance(1_000)
  await settled()

  expect([sent(), tab.queue]).toEqual([[], []])
  expect(store.get(attachmentNotesAtom)).toEqual([{ type: 'not-sent', names: ['a.zip'] }])
  expect(store.get(draftAtom)).toBe('Look')
})
