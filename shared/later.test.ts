import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  later,
  missingParts,
  PART_RETRY_MAX_MS,
  PART_RETRY_MS,
  PART_SLOW_MS,
  STYLES_WAIT_MS,
} from './later.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

/** Fails so many times, then succeeds. */
function createFetch(failures: number) {
  let tries = 0
  return vi.fn(async () => {
    tries += 1
    if (tries <= failures) throw new Error('gone')
    return 'whole'
  })
}

test('fetches a part once, and has it without waiting from then on', async () => {
  const fetch = createFetch(0)
  const load = later(fetch)
  expect(load.now).toBeUndefined()

  expect(await Promise.all([load(), load()])).toEqual(['whole', 'whole'])

  expect(load.now).toBe('whole')
  expect(fetch).toHaveBeenCalledOnce()
  expect(missingParts.isAny()).toBe(false)
})

test('asks again until it comes, with pauses that double up to the longest, and says so', async () => {
  const told = vi.fn<() => void>()
  const leave = missingParts.subscribe(told)
  const fetch = createFetch(8)
  const loading = later(fetch)()
  await vi.advanceTimersByTimeAsync(0)
  expect([missingParts.isAny(), told.mock.calls.length]).toEqual([true, 1])

  let tries = 1
  for (let pauseMs = PART_RETRY_MS; pauseMs < PART_RETRY_MAX_MS; pauseMs *= 2) {
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(fetch).toHaveBeenCalledTimes(tries)
    await vi.advanceTimersByTimeAsync(1)
    expect(fetch).toHaveBeenCalledTimes((tries += 1))
  }
  await vi.advanceTimersByTimeAsync(PART_RETRY_MAX_MS - 1)
  expect(fetch).toHaveBeenCalledTimes(tries)
  await vi.advanceTimersByTimeAsync(1 + 2 * PART_RETRY_MAX_MS)

  expect(await loading).toBe('whole')
  expect(missingParts.isAny()).toBe(false)
  leave()
})

test('asks at once when the browser is online again', async () => {
  const fetch = createFetch(1)
  const loading = later(fetch)()
  await vi.advanceTimersByTimeAsync(0)

  window.dispatchEvent(new Event('online'))

  expect(await loading).toBe('whole')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('asks again for a style sheet that did not come, and for no other', async () => {
  const gone = document.head.appendChild(document.createElement('link'))
  Object.assign(gone, { rel: 'stylesheet', href: 'about:blank#gone' })
  const there = document.head.appendChild(document.createElement('link'))
  Object.assign(there, { rel: 'stylesheet', href: 'about:blank#there' })
  Object.defineProperty(gone, 'sheet', { value: null })
  Object.defineProperty(there, 'sheet', { value: {} })
  const loading = later(createFetch(1))()

  await vi.advanceTimersByTimeAsync(PART_RETRY_MS)
  const next = document.querySelector<HTMLLinkElement>('link[href$=gone]')
  next?.dispatchEvent(new Event('load'))

  expect(await loading).toBe('whole')
  expect(next).not.toBe(gone)
  expect(document.querySelector('link[href$=there]')).toBe(there)
})

test('a part whose request hangs is missing after its limit, until it comes', async () => {
  const coming = Promise.withResolvers<string>()
  const loading = later(() => coming.promise)()

  await vi.advanceTimersByTimeAsync(PART_SLOW_MS - 1)
  expect(missingParts.isAny()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(missingParts.isAny()).toBe(true)
  coming.resolve('whole')

  expect(await loading).toBe('whole')
  expect(missingParts.isAny()).toBe(false)
})

test('a style sheet that hangs keeps the next try waiting for so long', async () => {
  const gone = document.head.appendChild(document.createElement('link'))
  gone.rel = 'stylesheet'
  Object.defineProperty(HTMLLinkElement.prototype, 'sheet', { configurable: true, value: null })
  onTestFinished(() => void Reflect.deleteProperty(HTMLLinkElement.prototype, 'sheet'))
  const fetch = createFetch(1)
  const loading = later(fetch)()

  await vi.advanceTimersByTimeAsync(PART_RETRY_MS + STYLES_WAIT_MS - 1)
  expect(fetch).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)

  expect(await loading).toBe('whole')
})
