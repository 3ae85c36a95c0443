import { Provider } from 'jotai/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftAtom, sendDraftAtom } from '../../composer/atoms/composer.ts'
import { createChatStore } from '../../create-chat-store.ts'
import { mount, type Mounted } from '../../ui/mount.test-support.tsx'
import { awaitIdentifiedAtom } from '../../world/identified.ts'
import { identifyAtom, signOutAtom } from '../../world/identify.ts'
import { NAMING_WAIT_MS, NobodyCard } from './nobody-card.tsx'

let page: Mounted

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await page.unmount()
  vi.useRealTimers()
})

/** A frame whose page has named nobody so far. */
async function mountCard() {
  const store = createChatStore({
    base: 'https://chat.example/p/demo',
    fetch: () => new Promise(() => undefined),
    clock: { now: () => 0, uptime: () => 0, after: () => () => undefined },
    random: () => 0,
    openStorage: () => localStorage,
    pace: { isImmediate: () => true, subscribe: () => () => undefined },
    connection: { isOnline: () => true, subscribe: () => () => undefined },
    report: () => undefined,
  })
  page = await mount(
    <Provider store={store}>
      <NobodyCard />
    </Provider>,
  )
  return store
}

const status = () => page.container.querySelector('[aria-live=polite]')?.textContent
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test('says that nobody is signed in once the page had its time to name somebody, and not before', async () => {
  await mountCard()

  await wait(NAMING_WAIT_MS - 1)
  expect(status()).toBe('')
  await wait(1)

  expect(status()).toBe(
    'You are not signed in.Sign in on this site, and the chat begins. Your text is kept.',
  )
})

test('goes as soon as the page names somebody, and comes back after the page signed out', async () => {
  const store = await mountCard()
  await wait(NAMING_WAIT_MS)
  expect(status()).toContain('not signed in')

  await act(async () => void store.set(identifyAtom, { mode: 'anonymous', epoch: 1 }))
  await wait(NAMING_WAIT_MS)
  expect(status()).toBe('')
  await act(async () => store.set(signOutAtom, 2))
  await wait(NAMING_WAIT_MS)
  expect(status()).toContain('not signed in')
})

test('a text that is sent while nobody is named stays in the field', async () => {
  const store = await mountCard()
  store.set(draftAtom, 'Where is my order?')

  void store.set(sendDraftAtom)
  await wait(NAMING_WAIT_MS)

  expect(store.get(draftAtom)).toBe('Where is my order?')
})

test('a page that says again that nobody is signed in lets nothing wait for good', async () => {
  const store = await mountCard()
  const named = vi.fn<() => void>()
  void store.set(awaitIdentifiedAtom).then(named)

  await act(async () => store.set(signOutAtom, 1))
  expect(named).not.toHaveBeenCalled()
  await act(async () => void store.set(identifyAtom, { mode: 'anonymous', epoch: 2 }))

  expect(named).toHaveBeenCalledOnce()
})
