// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../cloud/fake-http.test-support.ts'
import { settle } from '../cloud/manual-clock.test-support.ts'
import { addStoredThread, createChatWorld, KNOWN_VISITOR } from './chat-world.test-support.ts'
import { cancelSendAtom, canSendAtom, draftAtom, sendDraftAtom, sendTextAtom } from './composer.ts'
import { attachmentNotesAtom } from './attachments.ts'
import { identifyAtom, setPanelAtom } from './session.ts'
import { historyStateAtom, isRunningAtom, reloadHistoryAtom } from './thread.ts'

const ANONYMOUS = { mode: 'anonymous', epoch: 0 } as const
const OPEN = { isOpen: true, userGesture: true }

/** A chat whose thread is looked for until the test says that there is none. */
async function createOpening() {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const threads = Promise.withResolvers<Response>()
  world.routes.set('GET /threads', () => threads.promise)
  await world.store.set(identifyAtom, ANONYMOUS)
  const opened = world.store.set(setPanelAtom, OPEN)
  await settle()
  return {
    ...world,
    store: world.store,
    get lines() {
      return world.lines
    },
    async finishOpening() {
      threads.resolve(json(200, { threads: [] }))
      await opened
      await settle()
    },
  }
}

test('a send that waits for the thread cannot be pressed again, and sends what was typed', async () => {
  const world = await createOpening()
  const { store } = world
  store.set(draftAtom, 'Early')
  expect(store.get(canSendAtom)).toBe(true)
  void store.set(sendDraftAtom)
  expect(store.get(canSendAtom)).toBe(false)

  await world.finishOpening()

  expect(world.lines).toEqual(['user: Early', 'assistant: '])
  expect(store.get(draftAtom)).toBe('')
})

test.each(['Early, and half of a', 'Other'])(
  'who goes on typing takes back a send that waits: %j is not sent',
  async (typed) => {
    const world = await createOpening()
    const { store } = world
    store.set(draftAtom, 'Early')
    void store.set(sendDraftAtom)
    store.set(draftAtom, typed)
    expect(store.get(canSendAtom)).toBe(true)
    // The same words again are typed anew: nobody sent them.
    store.set(draftAtom, 'Early')

    await world.finishOpening()

    expect(world.lines).toEqual([])
    expect(store.get(draftAtom)).toBe('Early')
    void store.set(sendDraftAtom)
    expect(world.lines).toEqual(['user: Early', 'assistant: '])
  },
)

test('what is sent again after it was changed goes out once, as it was changed', async () => {
  const world = await createOpening()
  const { store } = world
  store.set(draftAtom, 'Early')
  void store.set(sendDraftAtom)
  store.set(draftAtom, 'Early, changed')
  void store.set(sendDraftAtom)

  await world.finishOpening()

  expect(world.lines).toEqual(['user: Early, changed', 'assistant: '])
  expect(store.get(draftAtom)).toBe('')
})

test('a send that waits for the thread can be taken back', async () => {
  const world = await createOpening()
  world.store.set(draftAtom, 'Early')
  void world.store.set(sendDraftAtom)

  world.store.set(cancelSendAtom)
  await world.finishOpening()

  expect(world.lines).toEqual([])
  expect(world.store.get(draftAtom)).toBe('Early')
  expect(world.store.get(canSendAtom)).toBe(true)
})

test('what is sent while a failed history loads again goes out when it is there', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  const { store, routes } = world
  const PAGE = 'GET /threads/thread_9/messages'
  const stored = routes.get(PAGE)!
  routes.set(PAGE, () => json(400, { error: { code: 'invalid_request', message: 'No.' } }))
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, OPEN)
  expect(store.get(historyStateAtom)).toBe('failed')
  const page = Promise.withResolvers<void>()
  routes.set(PAGE, async (request) => {
    await page.promise
    return (await stored(request)) as Response
  })
  const loading = store.set(reloadHistoryAtom)
  store.set(draftAtom, 'Now?')
  expect(store.get(canSendAtom)).toBe(true)

  const sending = store.set(sendDraftAtom)
  page.resolve()
  await Promise.all([loading, sending])
  await settle()

  expect(world.lines).toEqual(['user: Question', 'assistant: Answer', 'user: Now?', 'assistant: '])
})

test('a send that an answer overtook stays in the composer, and says so', async () => {
  const world = await createOpening()
  const { store } = world
  const suggestion = store.set(sendTextAtom, 'Suggested')
  store.set(draftAtom, 'Early')
  const sending = store.set(sendDraftAtom)
  expect(store.get(attachmentNotesAtom)).toEqual([])

  await world.finishOpening()
  await Promise.all([suggestion, sending])

  expect(world.lines).toEqual(['user: Suggested', 'assistant: '])
  expect(store.get(isRunningAtom)).toBe(true)
  expect(store.get(draftAtom)).toBe('Early')
  expect(store.get(attachmentNotesAtom)).toEqual([{ type: 'overtaken', names: [] }])
})
