// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import {
  draftAtom,
  focusRequestAtom,
  sendDraftAtom,
  sendTextAtom,
  stopAtom,
} from '../../composer/atoms/composer.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
} from '../../world/chat-world.test-support.ts'
import { FAILURES_MAX } from '../../world/failure-table.ts'
import { noticesAtom } from '../../world/failures.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { reloadThreadAtom } from '../../thread-list/atoms/sign-in.ts'
import { FINISH, start, words } from '../fake-cloud.test-support.ts'
import { failedMessageIdsAtom, lastMessageIdAtom, messageIdsAtom, retryAtom } from './thread.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { historyStateAtom, isRunningAtom, threadIdAtom } from './conversations.ts'
import { messageAtom } from './conversation-view.ts'
import { identifyAtom } from '../../world/identify.ts'

async function openChat(options?: Parameters<typeof createChatWorld>[0]) {
  const world = createChatWorld(options)
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  return world
}

test('makes the visitor with the first message, and sends it once for two clicks (U27)', async () => {
  const { store, http } = await openChat()
  store.set(draftAtom, '  Where is my order?  ')

  void store.set(sendDraftAtom)
  void store.set(sendDraftAtom)
  void store.set(sendTextAtom, 'Where is my order?')
  await settle()

  expect(http.to('POST /auth/tokens/anonymous')).toHaveLength(1)
  expect(http.to('POST /chat')).toHaveLength(1)
  expect(http.to('POST /chat')[0]?.body).toMatchObject({
    messages: [{ parts: [{ text: 'Where is my order?' }] }],
  })
  expect(store.get(draftAtom)).toBe('')
  expect(store.get(isRunningAtom)).toBe(true)
})

test.each(['', '   ', '\n'])('sends nothing for %j (5.20)', async (draft) => {
  const { store, http } = await openChat()
  store.set(draftAtom, draft)

  void store.set(sendDraftAtom)
  await settle()

  expect(http.sent).toEqual([])
  expect(store.get(draftAtom)).toBe(draft)
})

test('keeps the draft when a suggestion is sent', async () => {
  const world = await openChat()
  world.store.set(draftAtom, 'My own words')

  expect(await world.store.set(sendTextAtom, 'Suggested')).toBe(true)

  expect(world.lines[0]).toBe('user: Suggested')
  expect(world.store.get(draftAtom)).toBe('My own words')
})

test('tells only the growing message’s subscribers that it grew', async () => {
  const world = await openChat()
  const { store } = world
  void store.set(sendTextAtom, 'Hello')
  await settle()
  const [userId = '', answerId = ''] = store.get(messageIdsAtom)
  const told: string[] = []
  store.sub(messageIdsAtom, () => told.push('list'))
  store.sub(lastMessageIdAtom, () => told.push('last'))
  store.sub(messageAtom(userId), () => told.push('user'))
  store.sub(messageAtom(answerId), () => told.push('answer'))
  const list = store.get(messageIdsAtom)

  await world.answers[0]?.send(start('msg_2', 'msg_1'), ...words('Hi'))
  await world.answers[0]?.send({ type: 'text-delta', id: 't1', delta: ' there' }, FINISH)

  expect(new Set(told)).toEqual(new Set(['answer']))
  expect(store.get(messageIdsAtom)).toBe(list)
  expect(store.get(threadIdAtom)).toBe('thread_1')
})

test('loses no word when sending fails, and sends the same message when tried again', async () => {
  const world = await openChat()
  const { store, routes } = world
  routes.set('POST /chat', () => json(503, { message: 'Busy.' }))
  store.set(draftAtom, 'Important')
  void store.set(sendDraftAtom)
  await settle()
  store.set(draftAtom, 'Next thought')

  const [id = ''] = store.get(messageIdsAtom)
  expect(world.lines).toEqual(['user: Important'])
  expect([...store.get(failedMessageIdsAtom)]).toEqual([id])
  expect(store.get(noticesAtom)).toMatchObject([{ during: 'send', error: { message: 'Busy.' } }])
  expect(world.reports).toEqual(['Failed to send the message:'])

  routes.delete('POST /chat')
  const requests = store.get(focusRequestAtom)
  store.set(retryAtom, 'nowhere')
  expect(store.get(focusRequestAtom)).toBe(requests)
  store.set(retryAtom, id)
  // The button disappeared with the failure.
  expect(store.get(focusRequestAtom)).toBe(requests + 1)
  await settle()
  await world.answers[0]?.send(start('msg_2', 'msg_1'), ...words('Yes'), FINISH)

  const [first, second] = world.http.to('POST /chat').map(({ body }) => body)
  expect((second as { messages: unknown }).messages).toEqual(
    (first as { messages: unknown }).messages,
  )
  expect(world.lines).toEqual(['user: Important', 'assistant: Yes'])
  expect(store.get(failedMessageIdsAtom).size).toBe(0)
  expect(store.get(draftAtom)).toBe('Next thought')
})

test('sends nothing when no visitor could be made, and keeps the message', async () => {
  const world = await openChat()
  world.routes.set('POST /auth/tokens/anonymous', () => json(429, { error: 'rate_limited' }))

  void world.store.set(sendTextAtom, 'Hello')
  await settle()

  expect(world.http.to('POST /chat')).toEqual([])
  expect(world.store.get(failedMessageIdsAtom).size).toBe(1)
})

test.each([
  ['', 'Hello'],
  ['  ', 'Hello'],
  ['Something else', 'Something else'],
])('a composer with %j holds %j after the message was taken back (4.40)', async (typed, held) => {
  const world = await openChat()
  const { store } = world
  void store.set(sendTextAtom, 'Hello')
  await settle()
  const [id = ''] = store.get(messageIdsAtom)
  await world.answers[0]?.send(start('msg_2', 'msg_1'))
  world.routes.set('POST /chat/thread_1/stop', () =>
    json(200, { removed: [{ id: 'msg_1', external_id: id }] }),
  )
  store.set(draftAtom, typed)

  store.set(stopAtom)
  await settle()

  expect(world.lines).toEqual([])
  expect(store.get(isRunningAtom)).toBe(false)
  expect(store.get(draftAtom)).toBe(held)
})

test('begins a new thread, leaves the answer of the old one to the server, and keeps drafts apart (2.21, 3.9)', async () => {
  const world = await openChat({ stored: KNOWN_VISITOR })
  const { store } = world
  void store.set(sendTextAtom, 'First')
  await settle()
  await world.answers[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))
  store.set(draftAtom, 'About the first')
  const focus = store.get(focusRequestAtom)

  await store.set(newThreadAtom)

  expect(store.get(messageIdsAtom)).toEqual([])
  expect(store.get(isRunningAtom)).toBe(false)
  expect(store.get(draftAtom)).toBe('')
  expect(store.get(focusRequestAtom)).toBe(focus + 1)
  expect(world.http.sent.some(({ path }) => path.endsWith('/stop'))).toBe(false)
  void store.set(sendTextAtom, 'Second')
  await settle()
  expect(world.http.to('POST /chat')[1]?.body).toMatchObject({
    id: expect.stringMatching(/^__LOCALID_/) as string,
  })
  expect(world.lines[0]).toBe('user: Second')
})

test('keeps an empty new thread and what is typed there', async () => {
  const { store } = await openChat()
  store.set(draftAtom, 'Typed')

  await store.set(newThreadAtom)

  expect(store.get(draftAtom)).toBe('Typed')
})

test('begins a new thread although the last one did not load', async () => {
  const world = await openFailed()
  expect(world.store.get(historyStateAtom)).toBe('failed')

  await world.store.set(newThreadAtom)

  expect(await world.store.set(sendTextAtom, 'Hello')).toBe(true)
})

test('what failed is reported with its code and its cause, and no stack', async () => {
  const world = await openFailed()

  expect(world.reported).toEqual([expect.objectContaining({ code: expect.any(String) })])
  expect(world.reported[0]).not.toBeInstanceOf(Error)
})

test('loads the history when asked again', async () => {
  const world = await openFailed()
  expect(world.reports).toContain('Failed to load message history:')

  addStoredThread(world)
  await world.store.set(reloadThreadAtom)

  expect(world.lines).toEqual(['user: Question', 'assistant: Answer'])
})

test('keeps the list as it is when loading again brings nothing new', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  const list = world.store.get(messageIdsAtom)

  await world.store.set(reloadThreadAtom)

  expect(world.http.to('GET /threads/thread_9/messages')).toHaveLength(2)
  expect(world.store.get(messageIdsAtom)).toBe(list)
})

async function openFailed() {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  world.routes.set('GET /threads', () => json(403, { message: 'No.' }))
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  return world
}

test('keeps the last twenty notices', async () => {
  const world = await openChat()
  world.routes.set('POST /chat', () => json(500, {}))
  const fail = async () => {
    void world.store.set(sendTextAtom, 'Hello')
    await settle()
  }
  for (let count = 0; count < FAILURES_MAX; count += 1) await fail()
  expect(world.store.get(noticesAtom)).toHaveLength(FAILURES_MAX)
  expect(world.store.get(noticesAtom)[0]?.id).toBe(1)

  await fail()

  expect(world.store.get(noticesAtom)).toHaveLength(FAILURES_MAX)
  expect(world.store.get(noticesAtom)[0]?.id).toBe(2)
})
