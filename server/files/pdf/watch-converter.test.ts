import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PDF_SLOTS } from '../create-files.ts'
import { PDF_PRIORITY, PDF_SLOW_PRIORITY } from './converter-priority.ts'
import { PDF_CLOCK_RATIO, watchConverter } from './watch-converter.ts'

const LIMIT_MS = 30_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process id unknown to the system, so that no priority changes. */
function watch() {
  const kill = vi.fn<() => boolean>(() => true)
  return { kill, ...watchConverter({ pid: undefined, kill }, LIMIT_MS) }
}

test('a process may use its processor time, and not a millisecond more', () => {
  const { kill, note, overrun } = watch()

  note(LIMIT_MS)
  expect([kill.mock.calls, overrun()]).toEqual([[], undefined])
  note(LIMIT_MS + 1)
  expect([kill.mock.calls, overrun()]).toEqual([[['SIGKILL']], 'processor'])
})

test('the clock ends a process after eight times its processor time', () => {
  const { kill, overrun } = watch()

  vi.advanceTimersByTime(PDF_CLOCK_RATIO * LIMIT_MS - 1)
  expect([kill.mock.calls, overrun()]).toEqual([[], undefined])
  vi.advanceTimersByTime(1)
  expect([kill.mock.calls, overrun()]).toEqual([[['SIGKILL']], 'clock'])
})

test('the first limit that is reached is the reason', () => {
  const { note, overrun } = watch()

  note(LIMIT_MS + 1)
  vi.advanceTimersByTime(PDF_CLOCK_RATIO * LIMIT_MS)

  expect(overrun()).toBe('processor')
})

test('a watch that was stopped ends nothing', () => {
  const { kill, stop } = watch()

  stop()
  vi.advanceTimersByTime(PDF_CLOCK_RATIO * LIMIT_MS)

  expect(kill).not.toHaveBeenCalled()
})

/** Linux gives a process 1.25 times the weight of one whose priority is a step lower. */
const weightOf = (priority: number) => 1.25 ** -priority

test('a long file that younger ones overtake all along ends by its own limit, on one core', () => {
  const own = weightOf(PDF_SLOW_PRIORITY)
  const younger = (PDF_SLOTS - 1) * weightOf(PDF_PRIORITY)
  const share = own / (own + younger)

  expect(share * PDF_CLOCK_RATIO).toBeGreaterThan(1)
  // A younger file still gets more of a core than the long one.
  expect(weightOf(PDF_PRIORITY)).toBeGreaterThan(1.5 * own)
})
