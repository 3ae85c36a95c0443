// @vitest-environment node
import { expect, test } from 'vitest'
import { tokenFor } from '../../api/fake-tokens.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { setPanelAtom } from './opening.ts'
import { switchThreadAtom } from './shown-list.ts'
import { createBrowser, SCOPE } from './thread-tabs.test-support.ts'
import { markUnreadAtom, UNREAD_MAX, unreadCountAtom } from './unread.ts'
import { identifyAtom } from '../../world/identify.ts'

type Browser = ReturnType<typeof createBrowser>
type Tab = Awaited<ReturnType<Browser['openTab']>>

const kept = async ({ rows }: Browser) =>
  (await rows.list('unread', SCOPE)).map(({ id }) => id).toSorted()

/** An answer in `a` that ends while `b` is shown. */
async function missAnswer({ store, world }: Tab) {
  await store.set(sendTextAtom, 'More')
  await settle()
  await world.answers[0]?.send(start('answer', 'question', 'a'), ...words('So'))
  await store.set(switchThreadAtom, 'b')
  await world.answers[0]?.send(FINISH)
}

test('is remembered on the device until the thread is shown', async () => {
  const browser = createBrowser()
  const first = await browser.openTab()
  await first.store.set(switchThreadAtom, 'b')
  first.store.set(markUnreadAtom, 'a', true)
  await settle()
  expect(await kept(browser)).toEqual(['a'])
  first.unread.stop()

  const second = await browser.openTab()
  // The thread is shown there, so it counts as read.
  expect(second.unreadIds()).toEqual([])
  expect(await kept(browser)).toEqual([])
})

test('messages shown when the panel was closed count as seen, also if their mark arrives later', async () => {
  const { store, unreadIds } = await createBrowser().openTab()
  store.set(markUnreadAtom, 'a', true)
  store.set(markUnreadAtom, 'b', true)

  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  expect(unreadIds()).toEqual(['b'])
  store.set(markUnreadAtom, 'a', true)
  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  expect(unreadIds()).toEqual(['a', 'b'])
})

test('comes back where it is not seen', async () => {
  const browser = createBrowser()
  await browser.rows.put('unread', SCOPE, { id: 'b', value: true })

  const { store, unreadIds } = await browser.openTab()
  expect(unreadIds()).toEqual(['b'])

  await store.set(switchThreadAtom, 'b')
  await settle()
  expect(unreadIds()).toEqual([])
  expect(await kept(browser)).toEqual([])
})

test('is the same in all tabs, marked and seen', async () => {
  const browser = createBrowser()
  const [one, two] = [await browser.openTab(), await browser.openTab()]
  await two.store.set(switchThreadAtom, 'b')

  await missAnswer(one)
  await settle()
  expect([one.unreadIds(), two.unreadIds()]).toEqual([['a'], ['a']])

  await two.store.set(switchThreadAtom, 'a')
  await settle()
  expect([one.unreadIds(), two.unreadIds()]).toEqual([[], []])
  expect(await kept(browser)).toEqual([])
})

test('a thread that another tab shows counts as read', async () => {
  const browser = createBrowser()
  const [one, two] = [await browser.openTab(), await browser.openTab()]

  // The second tab shows `a`.
  await missAnswer(one)
  await settle()

  expect([one.unreadIds(), two.unreadIds()]).toEqual([[], []])
  // Behind a closed panel it does not count as read.
  await two.store.set(setPanelAtom, { isOpen: false, userGesture: true })
  one.store.set(markUnreadAtom, 'a', true)
  await settle()
  expect([one.unreadIds(), two.unreadIds()]).toEqual([['a'], ['a']])
})

test('a tab without news from others looks when it is asked to', async () => {
  const browser = createBrowser({ hasChannels: false })
  const tab = await browser.openTab()
  await browser.rows.put('unread', SCOPE, { id: 'b', value: true })
  expect(tab.unreadIds()).toEqual([])

  tab.unread.reread()
  await settle()

  expect(tab.unreadIds()).toEqual(['b'])
})

test('the next person has no marks, and the other tabs keep theirs', async () => {
  const browser = createBrowser()
  const [one, two] = [await browser.openTab(), await browser.openTab()]
  await one.store.set(switchThreadAtom, 'b')
  await two.store.set(switchThreadAtom, 'b')
  one.store.set(markUnreadAtom, 'a', true)
  await settle()

  const getToken = () => tokenFor(one.clock.now())
  await one.store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
  await settle()

  expect(one.store.get(unreadCountAtom)).toBe(0)
  // The marks stay: removing a former person's rows is the owner's task.
  expect(two.unreadIds()).toEqual(['a'])
  expect(await kept(browser)).toEqual(['a'])
})

test('remembers as many threads as it says, the last ones', async () => {
  const { store } = await createBrowser().openTab()
  const mark = (index: number) => store.set(markUnreadAtom, `t${index}`, true)
  for (let index = 0; index < UNREAD_MAX; index += 1) mark(index)
  expect(store.get(unreadCountAtom)).toBe(UNREAD_MAX)

  mark(UNREAD_MAX)

  expect(store.get(unreadCountAtom)).toBe(UNREAD_MAX)
  store.set(markUnreadAtom, 't0', false)
  expect(store.get(unreadCountAtom)).toBe(UNREAD_MAX)
  store.set(markUnreadAtom, 't1', false)
  expect(store.get(unreadCountAtom)).toBe(UNREAD_MAX - 1)
})
