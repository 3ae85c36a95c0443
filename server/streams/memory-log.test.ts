import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT } from '../../shared/wire/sse.ts'
import {
  createMemoryLog,
  ENDED_LOG_KEPT_MS,
  ENDED_LOGS_CHARACTERS,
  HEARTBEAT_MS,
} from './memory-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const readAll = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()
const never = () => new AbortController().signal

test('gives every reader all events, whenever it comes', async () => {
  const log = createMemoryLog()
  const writer = log.open('r', 'S')
  writer.append('1')
  const early = readAll(log.follow('r', 0, never())!)
  writer.append('2')
  const middle = readAll(log.follow('r', 0, never())!)
  writer.append('3')
  writer.end('E')
  const late = readAll(log.follow('r', 0, never())!)

  expect(await Promise.all([early, middle, late])).toEqual(['S123E', 'S123E', 'S123E'])
})

test.each([
  [0, 'S123E'],
  [2, 'S3E'],
  [3, 'SE'],
  // More than there is: a reader that another process was ahead for.
  [4, 'SE'],
])('goes on after position %i', async (after, text) => {
  const log = createMemoryLog()
  const writer = log.open('r', 'S')
  writer.append('1')
  const early = readAll(log.follow('r', after, never())!)
  writer.append('2')
  writer.append('3')
  writer.end('E')
  writer.append('late')
  const late = readAll(log.follow('r', after, never())!)

  expect(await Promise.all([early, late])).toEqual([text, text])
})

test('knows an ended run for a while and then no more', () => {
  const log = createMemoryLog()
  log.open('r', 'S').end('E')
  vi.advanceTimersByTime(ENDED_LOG_KEPT_MS - 1)
  expect(log.follow('r', 0, never())).toBeDefined()

  vi.advanceTimersByTime(1)

  expect(log.follow('r', 0, never())).toBeUndefined()
  expect(log.follow('unknown', 0, never())).toBeUndefined()
})

test('of ended runs that are too long together, the first one is known no more', () => {
  const log = createMemoryLog()
  const end = (runId: string, characters: number, isOnlyCopy = false) => {
    const writer = log.open(runId, 'S', isOnlyCopy)
    writer.append('x'.repeat(characters - 'SE'.length))
    writer.end('E')
  }
  const isKnown = (runId: string) => log.follow(runId, 0, never()) !== undefined
  const running = log.open('running', 'S')
  running.append('x'.repeat(ENDED_LOGS_CHARACTERS))
  end('only copy', ENDED_LOGS_CHARACTERS, true)
  end('first', ENDED_LOGS_CHARACTERS - 2)
  end('second', 2)
  expect(['first', 'second'].map(isKnown)).toEqual([true, true])

  end('third', 2)

  expect(['first', 'second', 'third', 'running'].map(isKnown)).toEqual([false, true, true, true])
  expect(isKnown('only copy')).toBe(true)
  vi.advanceTimersByTime(ENDED_LOG_KEPT_MS)
  expect(['second', 'only copy', 'running'].map(isKnown)).toEqual([false, false, true])
})

test('sends a comment when nothing comes for a while', async () => {
  const log = createMemoryLog()
  log.open('r', 'S')
  const reader = log.follow('r', 0, never())!.getReader()
  await reader.read()
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)

  expect(new TextDecoder().decode((await next).value)).toBe(HEARTBEAT)
})

test('lets a reader go without a trace, by signal or by cancel', async () => {
  const log = createMemoryLog()
  const writer = log.open('r', 'S')
  const leaving = new AbortController()
  const bySignal = log.follow('r', 0, leaving.signal)!.getReader()
  const byCancel = log.follow('r', 0, never())!.getReader()
  const stays = readAll(log.follow('r', 0, never())!)
  await Promise.all([bySignal.read(), byCancel.read()])
  const pending = [bySignal.read(), byCancel.read()]

  leaving.abort()
  await byCancel.cancel()

  expect((await Promise.all(pending)).map(({ done }) => done)).toEqual([true, true])
  writer.append('on')
  writer.end('E')
  expect(await stays).toBe('SonE')
})

test('does not write more to a slow reader than it asks for (R19)', async () => {
  const log = createMemoryLog()
  const writer = log.open('r', 'S')
  const stream = log.follow('r', 0, never())!
  for (let index = 0; index < 100; index += 1) writer.append('x'.repeat(10_000))
  writer.end('E')
  const reader = stream.getReader()

  const first = await reader.read()

  expect(first.value!.length).toBeLessThan(100_000)
  expect(first.value!.length).toBeGreaterThanOrEqual(65_536)
})
