import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createDeadline, readBody, WAIT_PIECE_MS } from './provider-call.ts'
import { PROVIDER_LIMITS } from './provider-limits.ts'

const GAP_MS = PROVIDER_LIMITS.gapMs

function open(changes = {}) {
  const limits = { ...PROVIDER_LIMITS, ...changes }
  const message = new PassThrough()
  const broken: unknown[] = []
  const deadline = createDeadline((error) => message.destroy(error))
  const body = readBody(message as unknown as IncomingMessage, {
    limits,
    deadline,
    filter: { push: (piece) => piece, end: () => undefined },
    onBreak: (error) => broken.push(error),
  })
  return { message, broken, reader: body.getReader() }
}

test('waits for the next piece up to the limit, and not longer', async () => {
  vi.useFakeTimers()
  const { message, broken, reader } = open()
  const pieces = [reader.read(), reader.read(), reader.read()]

  message.write('one')
  await vi.advanceTimersByTimeAsync(GAP_MS - 1)
  expect(broken).toEqual([])
  message.write('two')
  await vi.advanceTimersByTimeAsync(GAP_MS)
  vi.useRealTimers()

  expect((await Promise.all(pieces)).map(({ done }) => done)).toEqual([false, false, true])
  expect(broken).toEqual([expect.objectContaining({ code: 'model_failed' })])
})

test.each([
  ['is not the provider’s', WAIT_PIECE_MS + 1, 0],
  ['is, where the process only was busy', WAIT_PIECE_MS, 1],
])('time in which the process stood still %s', async (_, lateMs, expired) => {
  vi.useFakeTimers()
  const errors: unknown[] = []
  const deadline = createDeadline((error) => errors.push(error))
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const advance = async (ms: number) => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  deadline.start(2 * WAIT_PIECE_MS, () => new Error('late') as never)
  await advance(WAIT_PIECE_MS)

  // The last piece of the wait is late: the process was suspended before it.
  now += lateMs
  await advance(WAIT_PIECE_MS)
  expect(errors).toHaveLength(expired)

  // Nothing arrived during the rest: the provider has used its time.
  await advance(WAIT_PIECE_MS)
  clock.mockRestore()
  vi.useRealTimers()
  expect(errors).toHaveLength(1)
})

test('hands out what came before the break, however late it is read', async () => {
  const { message, broken, reader } = open()
  message.write('one')
  message.write('two')
  await nextTurn()
  const reset = new Error('reset')

  message.destroy(reset)
  await nextTurn()
  const pieces = [await reader.read(), await reader.read(), await reader.read()]

  expect(pieces.map(({ value }) => value && Buffer.from(value).toString())).toEqual([
    'one',
    'two',
    undefined,
  ])
  expect(pieces.at(-1)?.done).toBe(true)
  expect(broken).toEqual([reset])
})

test('takes a body up to its limit of bytes, and none larger', async () => {
  const ask = async (bytes: number) => {
    const { message, broken, reader } = open({ responseBytes: 10 })
    message.end(Buffer.alloc(bytes))
    await reader.read()
    return broken.length
  }

  expect(await ask(10)).toBe(0)
  expect(await ask(11)).toBe(1)
})
