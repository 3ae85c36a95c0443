import { expect, onTestFinished, test, vi } from 'vitest'
import { READ_STALL_MS, readDataUrl } from './attachment-adapter.ts'

/** A reader that delivers a file when the test says so. */
class SlowReader extends EventTarget {
  static last: SlowReader
  result = 'data:text/plain;base64,eA=='
  error = null
  isAborted = false
  constructor() {
    super()
    SlowReader.last = this
  }
  readAsDataURL() {}
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('loadend'))
  }
}

test('a file of which no byte comes is given up, one that is slow is read', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('FileReader', SlowReader)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const slow = readDataUrl(new Blob(['x']))
  const reader = SlowReader.last
  for (let n = 0; n < 3; n += 1) {
    await vi.advanceTimersByTimeAsync(READ_STALL_MS - 1)
    reader.dispatchEvent(new Event('progress'))
  }
  reader.dispatchEvent(new Event('load'))
  reader.dispatchEvent(new Event('loadend'))
  expect(await slow).toBe(reader.result)

  const stalled = readDataUrl(new Blob(['x'])).catch((error: unknown) => error)
  const second = SlowReader.last
  await vi.advanceTimersByTimeAsync(READ_STALL_MS - 1)
  expect(second.isAborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)

  expect(await stalled).toMatchObject({ code: 'file_rejected' })
  expect(second.isAborted).toBe(true)
  expect(reader.isAborted).toBe(false)
})
