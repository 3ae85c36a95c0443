import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FILE_TIMEOUT_MS, inTime } from './in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a file that hangs is given up after its limit, and one that comes by then is taken', async () => {
  const hanging = inTime(new Promise(() => {})).catch((error: Error) => error.message)
  const coming = Promise.withResolvers<string>()
  const taken = inTime(coming.promise)

  await vi.advanceTimersByTimeAsync(FILE_TIMEOUT_MS - 1)
  coming.resolve('file')
  expect(await taken).toBe('file')
  expect(await Promise.race([hanging, Promise.resolve('waits')])).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)

  expect(await hanging).toBe('timeout')
})
