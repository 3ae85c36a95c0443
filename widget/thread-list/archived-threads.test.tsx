import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { row } from './fake-threads.test-support.ts'
import { mountWithThreads, type ThreadsWorld } from './threads-world.test-support.tsx'

let world: ThreadsWorld

const ROWS = [
  row('Invoice'),
  row('Old', { status: 'archived' }),
  row('Older', { status: 'archived' }),
]

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await world.page.unmount()
  vi.useRealTimers()
})

test('archived threads have a view of their own, and a way there and back', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.click(world.button('Archived')!)
  expect(world.list()?.querySelector('h2')?.textContent).toBe('Archived conversations')
  expect(world.lines().slice(1)).toEqual(['Old', 'Older'])
  expect(document.activeElement).toBe(world.list()?.querySelector('h2'))
  expect(world.list()?.querySelector('input')).toBeNull()

  await world.click(world.button('Back to all conversations')!)
  expect(world.lines().slice(1)).toEqual(['Invoice'])
  expect(document.activeElement).toBe(world.button('Archived'))
})

test('Escape leads from the archived threads to all, then away', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.click(world.button('Archived')!)
  await world.key('Escape')
  expect(world.lines().slice(1)).toEqual(['Invoice'])
  await world.key('Escape')
  expect(world.list()).toBeNull()
})

test('a thread is taken out of the archive by its menu (2.23, A19, U90)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.click(world.button('Archived')!)
  await world.click(world.button('More for Old')!)
  expect(world.menuItems()).toEqual(['Rename', 'Take out of the archive', 'Delete'])
  await world.key('ArrowDown')
  await world.click(document.activeElement!)

  expect(world.threads.calls.at(-1)).toEqual(['unarchive', 'Old'])
  expect(world.lines().slice(1)).toEqual(['Older'])
  expect(document.activeElement).toBe(world.row('Older'))
})

test('opening an archived thread takes it out of the archive (U90)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.click(world.button('Archived')!)
  await world.click(world.row('Old')!)
  expect(world.threads.calls).toContainEqual(['unarchive', 'Old'])
  expect(world.container.querySelector('h1')?.textContent).toBe('Old')
})

test('says that nothing is archived', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')] })
  await world.click(world.button('Archived')!)
  expect(world.list()?.textContent).toContain('Nothing is archived.')
})
