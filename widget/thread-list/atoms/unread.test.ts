// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom, stopAtom } from '../../composer/atoms/composer.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { setPanelAtom } from './opening.ts'
import { switchThreadAtom } from './shown-list.ts'
import { createBrowser } from './thread-tabs.test-support.ts'
import { holdNewAnswerAtom, newAnswerIdAtom, UNHEARD_MS, unreadCountAtom } from './unread.ts'

type Tab = Awaited<ReturnType<ReturnType<typeof createBrowser>['openTab']>>

async function ask({ store, world }: Tab, id: string) {
  await store.set(sendTextAtom, 'More')
  await settle()
  await world.answers.at(-1)?.send(start(id, `question of ${id}`, 'a'), ...words('So'))
}
/** The newest answer as it is shown. */
const lastAnswer = ({ store }: Tab) =>
  store.get(messageIdsAtom).findLast((id) => store.get(messageAtom(id))?.role === 'assistant')
/** The test world lets this time pass after it sends chunks. */
const PASSED_MS = 300
const finish = async ({ world }: Tab) => world.answers.at(-1)?.send(FINISH)

test('an answer that ended while the panel was closed is new to whoever opens it, until they close it (U73)', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  await ask(tab, 'answer')
  expect(store.get(newAnswerIdAtom)).toBeNull()
  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  await finish(tab)

  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  expect(lastAnswer(tab)).toBeDefined()
  expect(store.get(newAnswerIdAtom)).toBe(lastAnswer(tab))

  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  expect(store.get(newAnswerIdAtom)).toBeNull()
  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  expect(store.get(newAnswerIdAtom)).toBeNull()
})

test('an answer that was seen growing is not new', async () => {
  const tab = await createBrowser().openTab()
  await ask(tab, 'answer')
  await finish(tab)

  expect(tab.store.get(newAnswerIdAtom)).toBeNull()
})

test.each([
  ['is unread', UNHEARD_MS, 1],
  ['is read', UNHEARD_MS + 1, 0],
] as const)('an answer %s if it ended %i ms before the panel was closed', async (_, ms, count) => {
  const tab = await createBrowser().openTab()
  const { store, clock } = tab
  await ask(tab, 'answer')
  await finish(tab)
  await clock.advance(ms - PASSED_MS)
  expect(store.get(unreadCountAtom)).toBe(0)

  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  expect(store.get(unreadCountAtom)).toBe(count)

  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  expect(store.get(unreadCountAtom)).toBe(0)
  expect(store.get(newAnswerIdAtom)).toBe(count === 1 ? lastAnswer(tab) : null)

  // Closing again right away marks nothing: the person came back to it.
  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  expect(store.get(unreadCountAtom)).toBe(0)
})

test('an answer that the person stopped is not unread after closing', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  await ask(tab, 'answer')
  store.set(stopAtom)
  await settle()

  await store.set(setPanelAtom, { isOpen: false, userGesture: true })

  expect(lastAnswer(tab)).toBeDefined()
  expect(store.get(unreadCountAtom)).toBe(0)
})

test('an answer that ended in a thread that was left before closing is not unread', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  await ask(tab, 'answer')
  await finish(tab)
  await store.set(switchThreadAtom, 'b')

  await store.set(setPanelAtom, { isOpen: false, userGesture: true })

  expect(store.get(unreadCountAtom)).toBe(0)
})

test('what is answered while the new is read does not move where it began (U73)', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  await ask(tab, 'first')
  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  await finish(tab)
  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  const first = store.get(newAnswerIdAtom)!
  store.set(holdNewAnswerAtom, first)

  await ask(tab, 'second')
  await finish(tab)

  expect(lastAnswer(tab)).not.toBe(first)
  expect(store.get(newAnswerIdAtom)).toBe(first)
})

test('a thread whose answer ended while another was shown has it as new, the other has none', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  await ask(tab, 'answer')
  await store.set(switchThreadAtom, 'b')
  await finish(tab)
  expect(store.get(newAnswerIdAtom)).toBeNull()

  await store.set(switchThreadAtom, 'a')
  expect(lastAnswer(tab)).toBeDefined()
  expect(store.get(newAnswerIdAtom)).toBe(lastAnswer(tab))

  await store.set(switchThreadAtom, 'b')
  expect(store.get(newAnswerIdAtom)).toBeNull()
})
