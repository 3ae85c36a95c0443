import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT } from '../../shared/wire/sse.ts'
import { createMemoryLog, ENDED_LOG_KEPT_MS, HEARTBEAT_MS } from './memory-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const readAll = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()
const never = () => new AbortController().signal

test('gives every reader all events, whenever it comes', async () => {
  const log = createMemoryLog()
  const writer = log.open('r')
  writer.append('1')
  const early = readAll(log.follow('r', never())!)
  writer.append('2')
  const middle = readAll(log.follow('r', never())!)
  writer.append('3')
  writer.end()
  const late = readAll(log.follow('r', never())!)

  expect(await Promise.all([early, middle, late])).toEqual(['123', '123', '123'])
})

test('knows an ended run for a while and then no more', () => {
  const log = createMemoryLog()
  log.open('r').end()
  vi.advanceTimersByTime(ENDED_LOG_KEPT_MS - 1)
  expect(log.follow('r', never())).toBeDefined()

  vi.advanceTimersByTime(1)

  expect(log.follow('r', never())).toBeUndefined()
  expect(log.follow('unknown', never())).toBeUndefined()
})

test('sends a comment when nothing comes for a while', async () => {
  const log = createMemoryLog()
  log.open('r')
  const reader = log.follow('r', never())!.getReader()
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)

  expect(new TextDecoder().decode((await next).value)).toBe(HEARTBEAT)
})

test('lets a reader go without a trace, by signal or by cancel', async () => {
  const log = createMemoryLog()
  const writer = log.open('r')
  const leaving = new AbortController()
  const bySignal = log.follow('r', leaving.signal)!.getReader()
  const byCancel = log.follow('r', never())!.getReader()
  const stays = readAll(log.follow('r', never())!)
  const pending = [bySignal.read(), byCancel.read()]

  leaving.abort()
  await byCancel.cancel()

  expect((await Promise.all(pending)).map(({ done }) => done)).toEqual([true, true])
  writer.append('on')
  writer.end()
  expect(await stays).toBe('on')
})

test('does not write more to a slow reader than it asks for', async () => {
  const log = createMemoryLog()
  const writer = log.open('r')
  const stream = log.follow('r', never())!
  for (let index = 0; index < 100; index += 1) writer.append('x'.repeat(10_000))
  writer.end()
  const reader = stream.getReader()

  const first = await reader.read()

  expect(first.value!.length).toBeLessThan(100_000)
  expect(first.value!.length).toBeGreaterThanOrEqual(65_536)
})
