import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { reportFailureAtom } from '../world/failures.ts'
import { SLOW_AFTER_MS } from '../ui/use-is-slow.tsx'
import { row } from './fake-threads.test-support.ts'
import { mountWithThreads, type ThreadsWorld } from './threads-world.test-support.tsx'

let world: ThreadsWorld

beforeEach(() => {
  localStorage.clear()
  // Fake timers: a list that takes 150 ms shows a placeholder, and on a slow machine real time would pass.
  vi.useFakeTimers()
})
afterEach(async () => {
  await world.page.unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const message = () => world.list()?.querySelector('.thread-list-text')?.textContent
const listCalls = () => world.threads.calls.filter(([operation]) => operation === 'list').length

test('shows one status while it loads, and then the threads (A58, U115)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')], isClosed: true })
  world.threads.held.add('list')
  await world.toggle()
  const statuses = [...world.list()!.querySelectorAll('[role=status]')]
  expect(statuses.map(({ textContent }) => textContent)).toEqual(['Loading your conversations…'])

  world.threads.held.clear()
  world.threads.release()
  await world.settle()
  expect(world.list()!.querySelector('[role=status]')).toBeNull()
  expect(world.row('Invoice')).toBeDefined()
})

test('says after 10 s that the list takes longer, to be seen and once', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')], isClosed: true })
  world.threads.held.add('list')
  vi.useFakeTimers()
  await world.toggle()
  const status = world.list()!.querySelector('[role=status]')!
  await world.do(() => vi.advanceTimersByTime(SLOW_AFTER_MS - 1))
  expect(status.textContent).toBe('Loading your conversations…')

  await world.do(() => vi.advanceTimersByTime(1))
  expect(status.textContent).toBe('This takes longer than usual…')
  expect(status.querySelector('.visually-hidden')).toBeNull()
  // The status is announced by itself.
  expect(world.heard().join()).not.toContain('longer')

  world.threads.held.clear()
  world.threads.release()
  await world.settle()
  expect(world.list()!.textContent).not.toContain('longer')
  expect(world.row('Invoice')).toBeDefined()
})

test('says that there are none (U115)', async () => {
  world = await mountWithThreads()
  expect(message()).toBe('No conversations yet')
})

test('a list that could not be loaded can be tried again (U115)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')], isClosed: true })
  world.threads.failing.add('list')
  await world.toggle()
  expect(message()).toBe('Your conversations could not be loaded.')
  expect(world.row('Invoice')).toBeUndefined()

  world.threads.failing.clear()
  await world.click(world.button('Try again')!)
  expect(message()).toBeUndefined()
  expect(world.row('Invoice')).toBeDefined()
})

test('offline it says so, and loads by itself when the network is back (U115)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')], isClosed: true })
  world.threads.failing.add('list')
  await world.do(() => world.chat.setOnline(false))
  await world.toggle()
  expect(message()).toBe('You are offline. Your conversations are shown when you are back.')
  expect(world.button('Try again')).toBeUndefined()

  world.threads.failing.clear()
  await world.do(() => world.chat.setOnline(true))
  await world.settle()
  expect(world.row('Invoice')).toBeDefined()
})

test('without a session it offers to sign in again (U115)', async () => {
  world = await mountWithThreads({ isClosed: true })
  world.threads.failing.add('list')
  await world.do(() => {
    const error = new AlcoveError('token_expired', 'x')
    world.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: true })
  })
  await world.toggle()
  expect(message()).toBe('Your session has ended.')
})

test('shows more by a button, which hands the focus to the last row when it goes', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id))
  world = await mountWithThreads({ rows })
  expect(world.lines().slice(1)).toEqual(['a', 'b', 'c'])

  const more = world.button('Show more')!
  await world.do(() => more.focus())
  await world.click(more)
  expect(world.lines().slice(1)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(world.button('Show more')).toBeUndefined()
  expect(document.activeElement).toBe(world.row('e'))
})

/** Reports observed elements as visible at once, or never. */
function stubObserver(isSeen: boolean): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ isIntersecting: isSeen }])
      }
      disconnect() {}
    },
  )
}

test('shows more when its end comes into view, and asks once for what fails', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => row(id))
  stubObserver(true)
  world = await mountWithThreads({ rows })
  expect(world.lines().slice(1)).toHaveLength(7)
  await world.page.unmount()

  world = await mountWithThreads({ rows, isClosed: true })
  stubObserver(false)
  await world.toggle()
  expect(world.lines().slice(1)).toHaveLength(3)
  world.threads.failing.add('list')
  stubObserver(true)
  const before = listCalls()
  await world.click(world.button('Show more')!)
  await world.settle()
  expect(listCalls()).toBe(before + 1)
  expect(world.list()?.textContent).toContain('More conversations could not be loaded.')

  world.threads.failing.clear()
  await world.click(world.button('Try again')!)
  expect(world.lines().slice(1)).toHaveLength(7)
})

test('its placeholder comes after 150 ms and stays for 300, over the threads that came (U108)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice')], isClosed: true })
  world.threads.held.add('list')
  vi.useFakeTimers()
  await world.toggle()
  await world.do(() => vi.advanceTimersByTime(200))
  world.threads.held.clear()
  world.threads.release()
  await world.settle()
  const placeholder = () => world.list()!.querySelector<HTMLElement>('.thread-skeleton')
  expect(world.row('Invoice')).toBeDefined()
  expect(placeholder()?.dataset['held']).toBe('true')

  await world.do(() => vi.advanceTimersByTime(300))
  expect(placeholder()).toBeNull()
})
