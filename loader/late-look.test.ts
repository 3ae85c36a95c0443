import { afterEach, expect, test, vi } from 'vitest'
import { createLateLook, LOOK_TIMEOUT_MS } from './late-look.ts'

afterEach(() => void vi.useRealTimers())

function createWait() {
  vi.useFakeTimers()
  const life = new AbortController()
  const onLate = vi.fn<() => void>()
  return { life, onLate, ...createLateLook(onLate, life.signal) }
}

test('a look is late after five seconds, and not before', () => {
  const { expect: wait, isLate, onLate } = createWait()
  wait(true)
  vi.advanceTimersByTime(LOOK_TIMEOUT_MS - 1)
  // Drawn again meanwhile: the wait goes on.
  wait(true)
  expect(isLate()).toBe(false)

  vi.advanceTimersByTime(1)

  expect(isLate()).toBe(true)
  expect(onLate).toHaveBeenCalledOnce()
})

test('the next opening waits anew, and a chat that was removed does not wait', () => {
  const { expect: wait, isLate, onLate, life } = createWait()
  wait(true)
  vi.advanceTimersByTime(LOOK_TIMEOUT_MS)
  wait(false)
  expect(isLate()).toBe(false)

  wait(true)
  vi.advanceTimersByTime(LOOK_TIMEOUT_MS - 1)
  expect(isLate()).toBe(false)
  life.abort()
  vi.advanceTimersByTime(LOOK_TIMEOUT_MS)
  expect(onLate).toHaveBeenCalledOnce()
})
