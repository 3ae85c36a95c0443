// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { LISTED_RUN_POLL_MS } from './follow-runs.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  loadThreadListAtom,
  mainThreadAtom,
  newThreadAtom,
  renameThreadAtom,
  switchThreadAtom,
  threadListAtom,
} from './shown-list.ts'
import { createBrowser } from './thread-tabs.test-support.ts'

async function openTwo() {
  const browser = createBrowser()
  const [one, two] = [await browser.openTab(), await browser.openTab()]
  await two.store.set(switchThreadAtom, 'b')
  return { browser, one, two }
}

test('a thread that is renamed or archived in one tab is so in the other (U96)', async () => {
  const { one, two } = await openTwo()

  await one.store.set(renameThreadAtom, 'b', 'Renamed')
  await settle()
  expect(two.titles()).toEqual(['A', 'Renamed'])
  await one.store.set(archiveThreadAtom, 'b')
  await settle()

  expect(two.titles()).toEqual(['A'])
  expect(two.store.get(threadListAtom).archived.map(({ id }) => id)).toEqual(['b'])
  // The thread is shown there and stays so.
  expect(two.store.get(mainThreadAtom)).toMatchObject({ id: 'b', status: 'archived' })
})

test('a thread that is deleted in one tab leaves the screen of the other (U96)', async () => {
  const { one, two } = await openTwo()

  await one.store.set(deleteThreadAtom, 'b')
  await settle()

  expect(two.titles()).toEqual(['A'])
  expect(two.store.get(mainThreadAtom).status).toBe('new')
  expect(two.world.lines).toEqual([])
})

test('a thread that is begun in one tab is listed in the other', async () => {
  const { browser, one, two } = await openTwo()
  await one.store.set(newThreadAtom)
  await one.store.set(sendTextAtom, 'New')
  await settle()
  one.server.add('c')
  two.server.add('c')
  expect(browser.threads.size).toBe(3)

  await one.world.answers[0]?.send(start('answer', 'question', 'c'), ...words('So'))
  await settle()

  expect(two.titles()).toContain('C')
  expect(two.store.get(threadListAtom).regular).toHaveLength(3)
})

test('an answer that another tab follows shows as running, and ends without a mark here', async () => {
  const { browser, one, two } = await openTwo()
  browser.threads.get('a')!.isRunning = true
  one.tabs.post({ type: 'run', thread: 'a', isRunning: true })
  await settle()
  expect(two.runningIds()).toEqual(['a'])

  browser.threads.get('a')!.isRunning = false
  one.tabs.post({ type: 'run', thread: 'a', isRunning: false })
  await settle()

  expect([two.runningIds(), two.unreadIds()]).toEqual([[], []])
})

test('a tab that does not follow the others any more reads nothing for them', async () => {
  const { one, two } = await openTwo()
  const reads = () => two.http.to('GET /threads').length
  two.list.stop()
  const before = reads()
  await one.store.set(renameThreadAtom, 'a', 'Renamed')
  await settle()

  expect(reads()).toBe(before)
  expect(two.titles()).toEqual(['A', 'B'])
})

test('only a tab without events of others reads the list on request', async () => {
  const alone = await createBrowser({ hasChannels: false }).openTab()
  const before = alone.http.to('GET /threads').length
  alone.list.reread()
  await settle()
  expect(alone.http.to('GET /threads')).toHaveLength(before + 2)

  const { two } = await openTwo()
  const heard = two.http.to('GET /threads').length
  two.list.reread()
  await settle()
  expect(two.http.to('GET /threads')).toHaveLength(heard)
})

test('an answer that no conversation follows is polled until it ends, and is unread then', async () => {
  const browser = createBrowser()
  const tab = await browser.openTab()
  browser.threads.get('b')!.isRunning = true
  const reads = () => tab.http.to('GET /threads').length
  tab.list.reread()
  await tab.store.set(renameThreadAtom, 'a', 'A')
  const idle = reads()
  await tab.clock.advance(LISTED_RUN_POLL_MS)
  expect(reads()).toBe(idle)

  await tab.store.set(loadThreadListAtom)
  expect(tab.runningIds()).toEqual(['b'])
  const before = reads()
  await tab.clock.advance(LISTED_RUN_POLL_MS - 1)
  expect(reads()).toBe(before)
  await tab.clock.advance(1)
  expect(reads()).toBe(before + 2)

  browser.threads.get('b')!.isRunning = false
  await tab.clock.advance(LISTED_RUN_POLL_MS)
  expect([tab.runningIds(), tab.unreadIds()]).toEqual([[], ['b']])
  // Nothing runs, so the polling has stopped.
  const after = reads()
  await tab.clock.advance(LISTED_RUN_POLL_MS * 3)
  expect(reads()).toBe(after)
})

test('an answer that this tab followed itself is not unread', async () => {
  const browser = createBrowser()
  const tab = await browser.openTab()
  await tab.store.set(sendTextAtom, 'More')
  await settle()
  browser.threads.get('a')!.isRunning = true
  await tab.world.answers[0]?.send(start('answer', 'question', 'a'), ...words('So'))
  await tab.store.set(loadThreadListAtom)
  browser.threads.get('a')!.isRunning = false
  await tab.world.answers[0]?.send(FINISH)
  await tab.clock.advance(LISTED_RUN_POLL_MS)

  expect([tab.runningIds(), tab.unreadIds()]).toEqual([[], []])
})
