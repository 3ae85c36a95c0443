import { afterEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../errors.ts'
import { CALL_TIMEOUT_MS, createChannel, MESSAGE_LIMIT_BYTES } from './channel.ts'

type Methods = {
  echo(value: unknown): unknown
  wait(value: null): unknown
  fail(value: unknown): unknown
  missing(value: null): unknown
}
interface Events {
  note: unknown
  other: unknown
}

const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

/** A channel, and the other end of its port: a channel too, or bare for messages of any kind. */
function createPair() {
  const { port1, port2 } = new MessageChannel()
  const notes: unknown[] = []
  const signals: AbortSignal[] = []
  const caller = createChannel<never, never, Methods, Events>(port1, {} as never, {} as never)
  const callee = createChannel<Methods, Events, never, never>(
    port2,
    {
      echo: (value: unknown) => value,
      wait: (_: unknown, { signal }: AbortController) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      fail: (value: unknown) => {
        throw value instanceof Error
          ? value
          : new AlcoveError('rate_limited', 'Slowly', { hint: 'Wait', data: value })
      },
    } as never,
    { note: (data: unknown) => notes.push(data) } as never,
  )
  closers.push(caller.close, callee.close)
  return { caller, callee, notes, signals }
}

function createBare() {
  const { port1, port2 } = new MessageChannel()
  const calls: unknown[] = []
  const notes: unknown[] = []
  const channel = createChannel<Methods, Events, Methods, Events>(
    port1,
    {
      echo: (value: unknown) => {
        calls.push(value)
        return value
      },
    } as never,
    { note: (data: unknown) => notes.push(data) } as never,
  )
  const answers: unknown[] = []
  port2.onmessage = ({ data }) => answers.push(data)
  closers.push(channel.close, () => port2.close())
  return { channel, calls, notes, answers, port: port2 }
}

test('a call is answered with what the other side returned', async () => {
  const { caller } = createPair()

  await expect(caller.call('echo', { a: [1, 'two', null] })).resolves.toEqual({
    a: [1, 'two', null],
  })
})

test('answers find their calls, whatever their order', async () => {
  const { caller } = createPair()

  const answers = await Promise.all([1, 2, 3].map((value) => caller.call('echo', value)))

  expect(answers).toEqual([1, 2, 3])
})

test('a coded error crosses with code, message, hint and data, and without a stack', async () => {
  const { channel, answers, port } = createBare()
  const { caller } = createPair()

  const error = await caller.call('fail', { retryAfter: 3 }).catch((caught: unknown) => caught)
  port.postMessage({ k: 'call', i: 1, n: 'nobody', a: null })
  await vi.waitFor(() => expect(answers).toHaveLength(1))

  expect(error).toMatchObject({
    code: 'rate_limited',
    message: 'Slowly',
    hint: 'Wait',
    data: { retryAfter: 3 },
  })
  expect(answers[0]).toEqual({ k: 'err', i: 1, e: { code: 'call_unknown', message: 'nobody' } })
  channel.close()
})

test('an error without a code crosses as internal and says nothing of itself', async () => {
  const { port1, port2 } = new MessageChannel()
  const caller = createChannel<never, never, Methods, Events>(port1, {} as never, {} as never)
  const callee = createChannel<Methods, Events, never, never>(
    port2,
    {
      echo: () => {
        throw new Error('secret path /etc')
      },
    } as never,
    {} as never,
  )
  closers.push(caller.close, callee.close)

  const error = await caller.call('echo', 1).catch((caught: unknown) => caught)

  expect(error).toMatchObject({ code: 'internal' })
  expect(JSON.stringify(error) + (error as Error).message).not.toContain('secret')
})

test('a call that the other side does not know fails softly, and the next one works', async () => {
  const { caller } = createPair()

  await expect(caller.call('missing', null)).rejects.toMatchObject({ code: 'call_unknown' })

  await expect(caller.call('echo', 1)).resolves.toBe(1)
})

test.each([
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
])('the inherited name %s is not a method and not an event', async (name) => {
  const { port, answers, notes } = createBare()

  port.postMessage({ k: 'call', i: 1, n: name, a: null })
  port.postMessage({ k: 'evt', n: name, d: 1 })
  port.postMessage({ k: 'evt', n: 'note', d: 'control' })

  await vi.waitFor(() => expect(notes).toEqual(['control']))
  expect(answers).toEqual([{ k: 'err', i: 1, e: { code: 'call_unknown', message: name } }])
})

test('events arrive in order, and unknown ones are ignored', async () => {
  const { caller, notes } = createPair()

  caller.emit('note', 1)
  caller.emit('other', 'nobody listens')
  caller.emit('note', 2)

  await vi.waitFor(() => expect(notes).toEqual([1, 2]))
})

test('an aborted call rejects with the reason and aborts the other side', async () => {
  const { caller, signals } = createPair()
  const controller = new AbortController()

  const call = caller.call('wait', null, { signal: controller.signal })
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  controller.abort(new Error('changed my mind'))

  await expect(call).rejects.toThrow('changed my mind')
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
})

test('a call with a signal that is aborted already is never sent', async () => {
  const { channel, port, answers } = createBare()

  await expect(
    channel.call('echo', 1, { signal: AbortSignal.abort(new Error('no')) }),
  ).rejects.toThrow('no')
  port.postMessage({ k: 'ping', i: 1 })

  await vi.waitFor(() => expect(answers).toEqual([{ k: 'ok', i: 1 }]))
})

test.each([
  ['of its own', 50, { timeoutMs: 50 }],
  ['of all calls', CALL_TIMEOUT_MS, {}],
])('a call waits until the limit %s and then rejects and cancels', async (_, limitMs, options) => {
  const { channel, answers } = createBare()
  vi.useFakeTimers()
  let outcome: unknown = 'waiting'

  channel.call('wait', null, options).catch((error: unknown) => (outcome = error))
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)

  expect(outcome).toMatchObject({ code: 'call_timeout' })
  vi.useRealTimers()
  await vi.waitFor(() => expect(answers).toContainEqual({ k: 'cancel', i: 1 }))
})

test('a message of exactly the limit passes, one byte more is refused', async () => {
  const { caller } = createPair()
  const envelope = JSON.stringify({ k: 'call', i: 1, n: 'echo', a: '' }).length
  const text = 'x'.repeat(MESSAGE_LIMIT_BYTES - envelope)

  // The answer is shorter by its name, so that it passes when the call did.
  await expect(caller.call('echo', text)).resolves.toBe(text)
  await expect(caller.call('echo', `${text}x`)).rejects.toMatchObject({ code: 'too_large' })
})

test('the limit counts bytes, not characters', async () => {
  const { caller } = createPair()

  await expect(caller.call('echo', 'x'.repeat(40_000))).resolves.toHaveLength(40_000)
  await expect(caller.call('echo', 'é'.repeat(40_000))).rejects.toMatchObject({ code: 'too_large' })
})

test('an oversized message of the other side is ignored', async () => {
  const { port, calls, answers } = createBare()

  port.postMessage({ k: 'call', i: 1, n: 'echo', a: 'x'.repeat(MESSAGE_LIMIT_BYTES) })
  port.postMessage({ k: 'call', i: 2, n: 'echo', a: 'control' })

  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(calls).toEqual(['control'])
})

test('an answer that is too large or cannot be cloned becomes a coded error', async () => {
  const { port1, port2 } = new MessageChannel()
  const caller = createChannel<never, never, Methods, Events>(port1, {} as never, {} as never)
  const callee = createChannel<Methods, Events, never, never>(
    port2,
    { echo: () => 'x'.repeat(MESSAGE_LIMIT_BYTES), fail: () => () => 'a function' } as never,
    {} as never,
  )
  closers.push(caller.close, callee.close)

  await expect(caller.call('echo', 1)).rejects.toMatchObject({ code: 'too_large' })
  await expect(caller.call('fail', 1)).rejects.toMatchObject({ code: 'internal' })
})

test('closing rejects what waits and aborts what runs', async () => {
  const { caller, callee, signals } = createPair()
  const call = caller.call('wait', null)
  await vi.waitFor(() => expect(signals).toHaveLength(1))

  caller.close()
  callee.close()

  await expect(call).rejects.toMatchObject({ code: 'destroyed' })
  expect(signals[0]?.aborted).toBe(true)
})

test('a call id that is in use is not run twice', async () => {
  const { port, calls, answers } = createBare()

  port.postMessage({ k: 'call', i: 1, n: 'echo', a: 'first' })
  port.postMessage({ k: 'call', i: 1, n: 'echo', a: 'second' })
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
  port.postMessage({ k: 'ping', i: 9 })
  await vi.waitFor(() => expect(answers).toContainEqual({ k: 'ok', i: 9 }))

  // One after the other both are right; what counts is that nothing is answered without a call.
  expect(calls.length).toBe(answers.length - 1)
})
