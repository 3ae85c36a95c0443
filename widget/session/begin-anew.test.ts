// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { createFakeStorage, fakeTokens } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { failedMessageIdsAtom } from '../conversation/atoms/thread.ts'
import {
  historyStateAtom,
  isRunningAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { OUTBOX_YIELD_MS } from '../outbox/keep-outbox.ts'
import { followGoneThreads } from './begin-anew.ts'
import { depsAtom, provideDepsAtom } from '../world/chat-deps.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
} from '../world/chat-world.test-support.ts'
import { noticesAtom } from '../world/failures.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { identifyAtom } from '../world/identify.ts'

const MINT = 'POST /auth/tokens/anonymous'
const REFRESH = 'POST /auth/tokens/refresh'
const dead = () => json(401, { error: 'auth_failed', message: 'Invalid refresh token' })
const unknownThread = () => json(404, { error: 'not_found', message: 'Thread not found' })
const TOKEN_LIFE_MS = 900_000

/** Opens a tab with a visitor's thread, whose session then ends. */
async function openDyingTab() {
  const tab = await createBrowser().openTab()
  followGoneThreads(tab.store)
  expect(tab.lines).toEqual(['user: Question', 'assistant: Answer'])
  tab.routes.set(REFRESH, dead)
  await tab.clock.advance(TOKEN_LIFE_MS)
  return tab
}

test('a message that cannot go out in the open thread comes back in a new one, and the person is told', async () => {
  const tab = await openDyingTab()
  const { store } = tab

  await tab.write('Where is it?')
  await settle()

  expect(tab.lines).toEqual([])
  expect(store.get(threadIdAtom)).toBeNull()
  expect(store.get(historyStateAtom)).toBe('ready')
  expect(store.get(failedMessageIdsAtom).size).toBe(0)
  expect(tab.queue).toEqual([])
  expect(store.get(draftAtom)).toBe('Where is it?')
  expect(store.get(noticesAtom).at(-1)).toMatchObject({ during: 'gone' })
  // No new visitor before a message is sent, and no text reached the server.
  expect(tab.http.to(MINT)).toEqual([])
  expect(tab.posted).toEqual([])

  await store.set(sendDraftAtom)
  await settle()

  expect(tab.http.to(MINT)).toHaveLength(1)
  expect(tab.posted).toMatchObject([{ text: 'Where is it?', parent: undefined }])
  await tab.answers[0]?.send(start('msg_2', 'msg_1', 'thread_new'), ...words('Here'), FINISH)
  expect(tab.lines).toEqual(['user: Where is it?', 'assistant: Here'])
  expect(store.get(draftAtom)).toBe('')
})

test('all that waited and what is typed by then comes along, first to last', async () => {
  const tab = await openDyingTab()
  tab.setOnline(false)
  await tab.write('First')
  await tab.write('Second')
  tab.store.set(draftAtom, 'Third, half')

  tab.setOnline(true)
  await settle()

  expect(tab.store.get(draftAtom)).toBe('First\n\nSecond\n\nThird, half')
  expect(tab.queue).toEqual([])
  expect(tab.lines).toEqual([])
})

test('what waited for a thread goes out in a new one when its visitor is gone by the next load', async () => {
  const browser = createBrowser()
  const before = await browser.openTab()
  before.setOnline(false)
  await before.write('Waits')
  browser.closeTabs()

  const tab = await browser.openTab({ prepare: ({ routes }) => void routes.set(REFRESH, dead) })
  followGoneThreads(tab.store)
  await tab.clock.advance(OUTBOX_YIELD_MS)
  await settle()

  expect(tab.posted).toMatchObject([{ text: 'Waits', parent: undefined }])
  expect(tab.lines).toEqual(['user: Waits', 'assistant: '])
  expect(tab.http.to(MINT)).toHaveLength(1)
})

test('a tab that showed a thread before it was loaded again says once that it is gone', async () => {
  const tabStorage = createFakeStorage({ 'alcove:open-thread:https://chat.example': 'thread_9' })
  async function load() {
    const world = createChatWorld({ stored: KNOWN_VISITOR })
    const { store } = world
    store.set(provideDepsAtom, { ...store.get(depsAtom)!, openTabStorage: () => tabStorage })
    world.routes.set(REFRESH, dead)
    await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
    await store.set(setPanelAtom, { isOpen: true, userGesture: false })
    return store.get(noticesAtom).map(({ during }) => during)
  }

  expect(await load()).toEqual(['gone'])
  expect(await load()).toEqual([])
})

test('a tab whose visitor another tab replaced goes on in a new thread, too', async () => {
  const tab = await createBrowser().openTab()
  followGoneThreads(tab.store)
  // The stored token is now another visitor's.
  tab.routes.set(REFRESH, () => json(200, fakeTokens(tab.clock.now(), 'rt_other')))
  await tab.clock.advance(TOKEN_LIFE_MS)
  tab.routes.set('POST /chat', unknownThread)

  await tab.write('Where is it?')
  await settle()

  expect(tab.store.get(draftAtom)).toBe('Where is it?')
  expect(tab.lines).toEqual([])
  expect(tab.store.get(noticesAtom).at(-1)).toMatchObject({ during: 'gone' })
})

test.each([
  ['the server is away', () => json(503, {}), 'unavailable'],
  [
    'the project is gone',
    () => json(404, { error: 'not_found', message: 'Project not found' }),
    'not_found',
  ],
])('a message that was not sent because %s stays where it is', async (_, answer, code) => {
  const tab = await createBrowser().openTab()
  followGoneThreads(tab.store)
  tab.routes.set('POST /chat', answer)

  await tab.write('Where is it?')
  await tab.clock.advance(60_000)

  expect(tab.lines).toEqual(['user: Question', 'assistant: Answer', 'user: Where is it?'])
  expect(tab.store.get(failedMessageIdsAtom).size).toBe(1)
  expect(tab.store.get(noticesAtom).at(-1)).toMatchObject({ during: 'send', error: { code } })
})

test('where the device keeps nothing, the words come back as well', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const { store } = world
  addStoredThread(world)
  followGoneThreads(store)
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  world.routes.set(REFRESH, dead)
  await world.clock.advance(TOKEN_LIFE_MS)
  store.set(draftAtom, 'Where is it?')
  await store.set(sendDraftAtom)
  store.set(draftAtom, 'And when?')
  await settle()

  expect(store.get(draftAtom)).toBe('Where is it?\n\nAnd when?')
  expect(world.lines).toEqual([])
  expect(store.get(isRunningAtom)).toBe(false)
})
