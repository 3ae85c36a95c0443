// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { historyStateAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { reloadThreadAtom } from '../../thread-list/atoms/sign-in.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { depsAtom, provideDepsAtom } from '../../world/chat-deps.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
} from '../../world/chat-world.test-support.ts'
import { attachmentNotesAtom } from './attachments.ts'
import { canSendAtom, draftAtom, sendDraftAtom, sendTextAtom, sendWaitAtom } from './composer.ts'
import { cancelSendAtom } from './draft-send.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { draftsAtom } from './drafts.ts'
import { identifyAtom } from '../../world/identify.ts'

const ANONYMOUS = { mode: 'anonymous', epoch: 0 } as const
const OPEN = { isOpen: true, userGesture: true }

/** A chat that looks for its thread until the test says that there is none. */
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

/** A chat that draws each change in a separate task, which begins when the test says so. */
async function createDrawing() {
  const world = createChatWorld()
  const { store } = world
  const drawings: (() => void)[] = []
  const letDraw = () => new Promise<void>((resolve) => drawings.push(resolve))
  store.set(provideDepsAtom, { ...store.get(depsAtom)!, letDraw })
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, OPEN)
  return {
    ...world,
    store,
    get lines() {
      return world.lines
    },
    async draw() {
      for (const drawing of drawings.splice(0)) drawing()
      await settle()
    },
  }
}

test.each([
  ['another', 'Second', 'Second'],
  ['the same words', 'First', 'First'],
  ['nothing', '', ''],
])(
  'what is sent is what stood there: who types %s before it is drawn sends the first words',
  async (_, typed, left) => {
    const { store, draw, ...world } = await createDrawing()
    store.set(draftAtom, 'First')
    void store.set(sendDraftAtom)
    expect(store.get(draftAtom)).toBe('')
    store.set(draftAtom, typed)
    // The button is pressed again: the answer to the first message comes before the second one.
    void store.set(sendDraftAtom)

    // The message is shown; its call is sent after the drawing.
    expect(store.get(messageIdsAtom).length).toBeGreaterThan(0)
    expect(world.http.to('POST /chat')).toHaveLength(0)
    await draw()
    expect(world.http.to('POST /chat').map(({ body }) => body)).toMatchObject([
      { messages: [{ parts: [{ text: 'First' }] }] },
    ])
    expect(store.get(draftAtom)).toBe(left)
  },
)

test('what is typed behind words that were just sent stays with the thread that is left in this task', async () => {
  const { store, draw, http } = await createDrawing()
  store.set(draftAtom, 'First')
  void store.set(sendDraftAtom)
  const key = store.get(shownKeyAtom)
  store.set(draftAtom, 'Second')

  await store.set(newThreadAtom)
  await draw()
  await draw()

  expect(store.get(draftAtom)).toBe('')
  expect(store.get(draftsAtom).get(key)).toBe('Second')
  expect(http.to('POST /chat').map(({ body }) => body)).toMatchObject([
    { messages: [{ parts: [{ text: 'First' }] }] },
  ])
})

test.each(['Early, and half of a', 'Other', 'Early'])(
  'what is typed while a send waits for the thread is the next message: %j',
  async (typed) => {
    const world = await createOpening()
    const { store } = world
    store.set(draftAtom, 'Early')
    void store.set(sendDraftAtom)
    expect(store.get(draftAtom)).toBe('')
    expect(store.get(sendWaitAtom)).toBe('thread')
    store.set(draftAtom, 'x')
    store.set(draftAtom, typed)
    // Sends run one at a time.
    expect(store.get(canSendAtom)).toBe(false)
    void store.set(sendDraftAtom)

    await world.finishOpening()

    expect(world.lines).toEqual(['user: Early', 'assistant: '])
    expect(store.get(draftAtom)).toBe(typed)
    expect(store.get(sendWaitAtom)).toBeNull()
  },
)

test('who deletes what was typed while a send waits deletes that alone', async () => {
  const world = await createOpening()
  const { store } = world
  store.set(draftAtom, 'Early')
  void store.set(sendDraftAtom)
  store.set(draftAtom, 'x')
  store.set(draftAtom, '')

  await world.finishOpening()

  expect(world.lines).toEqual(['user: Early', 'assistant: '])
  expect(store.get(draftAtom)).toBe('')
})

test('a send that waits for the thread can be taken back', async () => {
  const world = await createOpening()
  world.store.set(draftAtom, 'Early')
  void world.store.set(sendDraftAtom)
  world.store.set(draftAtom, 'and half of a')

  world.store.set(cancelSendAtom)
  await world.finishOpening()

  expect(world.lines).toEqual([])
  expect(world.store.get(draftAtom)).toBe('Early\n\nand half of a')
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
  const loading = store.set(reloadThreadAtom)
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
