import { forgetThreadKeysAtom } from '../../conversation/atoms/thread-keys.ts'
import type { Store } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { shownConversationAtom, threadIdAtom } from '../../conversation/atoms/conversations.ts'
import { showSlotAtom } from '../../conversation/atoms/open-conversation.ts'
import { tellShown } from '../../conversation/atoms/shown-thread.test-support.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { NO_CAPABILITIES } from '../../conversation/capabilities.ts'
import type { OutgoingMessage } from '../../conversation/outgoing-message.ts'
import { knownAddressAtom } from '../../files/atoms/file-address.ts'
import { createChatWorld } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import {
  addFilesAtom,
  attachmentAcceptAtom,
  attachmentNotesAtom,
  attachmentsAtom,
  canAttachAtom,
} from './attachments.ts'
import {
  canSendAtom,
  composerRoleAtom,
  draftAtom,
  runConfigAtom,
  sendDraftAtom,
  sendTextAtom,
  sendWaitAtom,
} from './composer.ts'
import { forgetDraftsAtom, returnDraftAtom } from './drafts.ts'
import { removeAttachmentAtom } from './tray-actions.ts'
import { identifyAtom } from '../../world/identify.ts'

const PRESIGN = 'POST /files/attachments/generate-presigned-upload-url'
const STORED = 'https://chat.example/v1/files/attachments/'

/** A chat whose uploads end when the test says so. Sent messages are only recorded. */
async function openChat() {
  const world = createChatWorld()
  const { store, routes, http } = world
  const puts: PromiseWithResolvers<Response>[] = []
  routes.set(PRESIGN, ({ body }) => {
    const { filename } = body as { filename: string }
    const signedUrl = `https://chat.example/v1/put/${filename}`
    return json(201, { success: true, signedUrl, publicUrl: STORED + filename, key: filename })
  })
  for (const name of ['a.zip', 'b.zip', 'c.png']) {
    routes.set(`PUT /put/${name}`, () => {
      const put = Promise.withResolvers<Response>()
      puts.push(put)
      return put.promise
    })
  }
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  const sent: OutgoingMessage[] = []
  let accepts = true
  const watch = () => {
    const session = store.get(shownConversationAtom)
    if (!session) return
    vi.spyOn(session, 'send').mockImplementation((message) => {
      if (accepts) sent.push(message)
      return accepts
    })
  }
  watch()
  const settled = async () => {
    for (let round = 0; round < 3; round += 1) {
      await settle()
      await vi.dynamicImportSettled()
    }
  }
  return {
    ...world,
    store,
    http,
    sent,
    watch,
    settled,
    refuseSends: () => void (accepts = false),
    async finish(index: number, status = 200) {
      puts[index]?.resolve(new Response(null, { status }))
      await settled()
    },
    async add(...names: readonly string[]) {
      const files = names.map((name) => {
        const type = name.endsWith('.png') ? 'image/png' : 'application/zip'
        return new File([name], name, { type })
      })
      await store.set(addFilesAtom, { files })
      await settled()
    },
    names: () => store.get(attachmentsAtom).map(({ name }) => name),
  }
}

test('is empty with neither words nor files, and not with a file alone (5.20)', async () => {
  const chat = await openChat()
  const { store } = chat
  expect(store.get(canSendAtom)).toBe(false)
  store.set(draftAtom, ' \n ')
  expect(store.get(canSendAtom)).toBe(false)
  await chat.add('a.zip')
  expect(store.get(canSendAtom)).toBe(true)
})

test('takes no files where the thread does not, and where nothing can be sent (8.21)', async () => {
  const { store, add } = await openChat()
  expect(store.get(canAttachAtom)).toBe(true)
  tellShown(store, { type: 'history', state: 'failed' })
  expect(store.get(canAttachAtom)).toBe(false)
  tellShown(store, { type: 'history', state: 'ready' })
  tellShown(store, { type: 'capabilities', capabilities: NO_CAPABILITIES })
  await expect(add('a.zip')).rejects.toMatchObject({ message: 'Attachments are not supported' })
  expect(store.get(attachmentsAtom)).toEqual([])
})

test('a send waits for uploads, goes out once, and empties words and files', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, '  Look  ')
  await chat.add('a.zip', 'b.zip')
  void store.set(sendDraftAtom)
  void store.set(sendDraftAtom)
  await chat.settled()
  expect(store.get(sendWaitAtom)).toBe('files')
  expect(store.get(canSendAtom)).toBe(false)

  await chat.finish(0)
  expect(chat.sent).toEqual([])
  await chat.finish(1)
  expect(chat.sent).toEqual([
    {
      text: 'Look',
      attachments: [
        expect.objectContaining({ id: 'a.zip', type: 'file', url: `${STORED}a.zip`, size: 5 }),
        expect.objectContaining({ id: 'b.zip' }),
      ],
    },
  ])
  expect(store.get(draftAtom)).toBe('')
  expect(store.get(attachmentsAtom)).toEqual([])
  expect(store.get(sendWaitAtom)).toBeNull()
})

test('a failed upload sends nothing and keeps everything (4.35)', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  void store.set(sendDraftAtom)
  await chat.settled()
  await chat.finish(0, 500)

  expect(chat.sent).toEqual([])
  expect(store.get(draftAtom)).toBe('Look')
  expect(store.get(attachmentsAtom)).toMatchObject([{ status: { type: 'incomplete' } }])
  expect(store.get(attachmentNotesAtom)).toEqual([{ type: 'not-sent', names: ['a.zip'] }])
  expect(store.get(sendWaitAtom)).toBeNull()

  await store.set(removeAttachmentAtom, store.get(attachmentsAtom)[0]?.id ?? '')
  expect(store.get(attachmentNotesAtom)).toEqual([])
  await store.set(sendDraftAtom)
  expect(chat.sent).toEqual([{ text: 'Look' }])
})

test('keeps what the thread did not take', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  await chat.finish(0)
  chat.refuseSends()
  await store.set(sendDraftAtom)
  expect(store.get(draftAtom)).toBe('Look')
  expect(chat.names()).toEqual(['a.zip'])
})

test('a send that waits does not go out in another thread', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  tellShown(store, { type: 'thread', id: 'thread_1' })
  tellShown(store, { type: 'path', ids: ['x'] })
  await chat.add('a.zip')
  void store.set(sendDraftAtom)
  await chat.settled()
  await store.set(newThreadAtom)
  chat.watch()

  expect(store.get(sendWaitAtom)).toBeNull()
  expect(chat.names()).toEqual([])
  await chat.finish(0)
  expect(chat.sent).toEqual([])
})

test('who goes on typing takes back a send that waits for uploads', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  void store.set(sendDraftAtom)
  await chat.settled()

  store.set(draftAtom, 'Look, and half of a')
  expect(store.get(sendWaitAtom)).toBeNull()
  await chat.finish(0)

  expect(chat.sent).toEqual([])
  expect(chat.names()).toEqual(['a.zip'])
  await store.set(sendDraftAtom)
  expect(chat.sent).toMatchObject([{ text: 'Look, and half of a' }])
})

test('who adds a file takes back a send that waits for uploads', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  void store.set(sendDraftAtom)
  await chat.settled()

  await chat.add('b.zip')
  expect(store.get(sendWaitAtom)).toBeNull()
  await chat.finish(0)
  await chat.finish(1)

  expect(chat.sent).toEqual([])
  await store.set(sendDraftAtom)
  expect(chat.sent).toMatchObject([{ attachments: [{ id: 'a.zip' }, { id: 'b.zip' }] }])
})

test('words and files that are there go out as they are; what comes after is the next message', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  await chat.finish(0)

  const sending = store.set(sendDraftAtom)
  expect(store.get(draftAtom)).toBe('')
  store.set(draftAtom, 'And another')
  const adding = chat.add('b.zip')
  await Promise.all([sending, adding])

  expect(chat.sent).toMatchObject([{ text: 'Look', attachments: [{ id: 'a.zip' }] }])
  expect(chat.sent[0]?.attachments).toHaveLength(1)
  expect(store.get(draftAtom)).toBe('And another')
  expect(chat.names()).toEqual(['b.zip'])
})

test('a send that an answer overtook keeps words and files, and says so', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  void store.set(sendDraftAtom)
  await chat.settled()
  tellShown(store, { type: 'run', isRunning: true })

  await chat.finish(0)

  expect(chat.sent).toEqual([])
  expect(store.get(draftAtom)).toBe('Look')
  expect(chat.names()).toEqual(['a.zip'])
  expect(store.get(attachmentNotesAtom)).toEqual([{ type: 'overtaken', names: [] }])
  tellShown(store, { type: 'run', isRunning: false })
  await store.set(sendDraftAtom)
  expect(chat.sent).toMatchObject([{ text: 'Look' }])
  expect(store.get(attachmentNotesAtom)).toEqual([])
})

test.each([
  [
    'another person',
    async (store: Store) => {
      store.set(forgetDraftsAtom)
      store.set(forgetThreadKeysAtom)
    },
  ],
  ['another thread', async (store: Store) => store.set(newThreadAtom)],
])('files of a message that was taken back do not land with %s', async (_, leave) => {
  const chat = await openChat()
  const { store } = chat
  tellShown(store, { type: 'path', ids: ['x'] })
  const file = {
    id: 'x',
    type: 'file',
    name: 'x.zip',
    contentType: '',
    url: 'https://x',
    size: 1,
  } as const
  const draft = { text: 'Look', attachments: [file] }

  tellShown(store, { type: 'draft-returned', messageId: 'u', draft })
  await leave(store)
  await chat.settled()
  expect(chat.names()).toEqual([])

  tellShown(store, { type: 'draft-returned', messageId: 'u', draft })
  await chat.settled()
  expect(chat.names()).toEqual(['x.zip'])
})

test('carries the role and the configuration of the run, with suggestions too (3.50)', async () => {
  const { store, sent } = await openChat()
  store.set(composerRoleAtom, 'system')
  store.set(runConfigAtom, { tone: 'short' })
  await store.set(sendTextAtom, 'Hello')
  expect(sent).toEqual([{ text: 'Hello', role: 'system', runConfig: { tone: 'short' } }])
  expect(store.get(runConfigAtom)).toEqual({ tone: 'short' })
})

test('what was taken back returns with its files, which are uploaded again (3.49, 4.40)', async () => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, 'Look')
  await chat.add('a.zip')
  await chat.finish(0)
  await store.set(sendDraftAtom)
  const other = {
    id: 'x',
    type: 'file',
    name: 'x.zip',
    contentType: '',
    url: 'https://x',
    size: 1,
  } as const
  const [message] = chat.sent
  const attachments = [...(message?.attachments ?? []), other]
  store.set(returnDraftAtom, { messageId: 'u', draft: { text: 'Look', attachments } })
  await chat.settled()

  expect(store.get(draftAtom)).toBe('Look')
  expect(chat.names()).toEqual(['a.zip', 'x.zip'])
  expect(chat.http.to(PRESIGN)).toHaveLength(2)
})

test.each([
  ['words', { text: 'Other', files: [] }],
  ['a file', { text: '', files: ['b.zip'] }],
])('a composer that holds %s by now is left as it is', async (_, { text, files }) => {
  const chat = await openChat()
  const { store } = chat
  store.set(draftAtom, text)
  if (files.length > 0) await chat.add(...files)
  store.set(returnDraftAtom, { messageId: 'u', draft: { text: 'Look' } })
  expect(store.get(draftAtom)).toBe(text)
})

test('each thread has its own files, under its local name and under the server’s', async () => {
  const chat = await openChat()
  const { store } = chat
  await chat.add('a.zip')
  tellShown(store, { type: 'thread', id: 'thread_1' })
  tellShown(store, { type: 'path', ids: ['x'] })
  expect(chat.names()).toEqual(['a.zip'])
  await store.set(newThreadAtom)
  expect(store.get(threadIdAtom)).toBeNull()
  expect(chat.names()).toEqual([])

  const slot = {
    id: 'thread_1',
    remoteId: 'thread_1',
    status: 'regular',
    isRunning: false,
  } as const
  await store.set(showSlotAtom, slot, () => true)
  expect(chat.names()).toEqual(['a.zip'])
})

test('nothing that one person picked is shown to the next, and its upload ends', async () => {
  const chat = await openChat()
  const { store } = chat
  await chat.add('a.zip')
  store.set(forgetDraftsAtom)
  await chat.settled()
  expect(store.get(attachmentsAtom)).toEqual([])
  expect(chat.http.to('PUT /put/a.zip')[0]?.signal.aborted).toBe(true)
})

test('shows an image that was sent from here without asking the server for it', async () => {
  const chat = await openChat()
  const { store } = chat
  await chat.add('c.png')
  await chat.finish(0)
  await store.set(sendDraftAtom)
  const [image] = chat.sent[0]?.attachments ?? []
  expect(store.get(knownAddressAtom)(image!)).toMatch(/^blob:/)
  store.set(forgetDraftsAtom)
  expect(store.get(knownAddressAtom)(image!)).toBeNull()
})

test('an upload takes every type; without a server a message takes some (5.22)', async () => {
  const { store } = await openChat()
  expect(store.get(attachmentAcceptAtom)).toBe('*')
  expect(createChatWorld().store.get(attachmentAcceptAtom)).toMatch(/^image\/\*,/)
})
