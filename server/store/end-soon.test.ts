import { expect, onTestFinished, test, vi } from 'vitest'
import { END_WAIT_MS, endSoon } from './end-soon.ts'

test('an end that hangs is waited for up to its limit, one that comes no longer than it takes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ended: string[] = []
  void endSoon(new Promise(() => {})).then(() => ended.push('hanging'))
  void endSoon(Promise.resolve()).then(() => ended.push('whole'))

  await vi.advanceTimersByTimeAsync(END_WAIT_MS - 1)
  expect(ended).toEqual(['whole'])
  await vi.advanceTimersByTimeAsync(1)

  expect(ended).toEqual(['whole', 'hanging'])
})
