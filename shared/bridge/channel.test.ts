import { afterEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../errors.ts'
import {
  CALL_TIMEOUT_MS,
  createChannel,
  MESSAGE_LIMIT_CHARACTERS,
  NAME_ECHO_LIMIT_CHARACTERS,
} from './channel.ts'

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
  port2.onmessage = ({ data }) => answers.push(JSON.parse(data))
  const send = (message: object) => port2.postMessage(JSON.stringify(message))
  closers.push(channel.close, () => port2.close())
  return { channel, calls, notes, answers, send, port: port2 }
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
  const { channel, answers, send } = createBare()
  const { caller } = createPair()

  const error = await caller.call('fail', { retryAfter: 3 }).catch((caught: unknown) => caught)
  send({ k: 'call', i: 1, n: 'nobody', a: null })
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
  const { send, answers, notes } = createBare()

  send({ k: 'call', i: 1, n: name, a: null })
  send({ k: 'evt', n: name, d: 1 })
  send({ k: 'evt', n: 'note', d: 'control' })

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
  const { channel, send, answers } = createBare()

  await expect(
    channel.call('echo', 1, { signal: AbortSignal.abort(new Error('no')) }),
  ).rejects.toThrow('no')
  send({ k: 'ping', i: 1 })

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

test('a message of exactly the limit passes, one character more is refused', async () => {
  const { caller } = createPair()
  const envelope = JSON.stringify({ k: 'call', i: 1, n: 'echo', a: '' }).length
  const text = 'x'.repeat(MESSAGE_LIMIT_CHARACTERS - envelope)

  // The answer is shorter, without the method's name, so it passes if the call did.
  await expect(caller.call('echo', text)).resolves.toBe(text)
  await expect(caller.call('echo', `${text}x`)).rejects.toMatchObject({ code: 'too_large' })
})

test('the limit counts characters, not bytes', async () => {
  const { caller } = createPair()

  await expect(caller.call('echo', 'é'.repeat(40_000))).resolves.toHaveLength(40_000)
  await expect(caller.call('echo', 'é'.repeat(70_000))).rejects.toMatchObject({ code: 'too_large' })
})

test('a text of the other side of exactly the limit is read, a longer one is not', async () => {
  const { port, notes } = createBare()
  const text = JSON.stringify({ k: 'evt', n: 'note', d: 'long' })
  const full = text.padEnd(MESSAGE_LIMIT_CHARACTERS)

  port.postMessage(`${full} `)
  port.postMessage(full)
  port.postMessage(text)

  await vi.waitFor(() => expect(notes).toEqual(['long', 'long']))
})

test('a value that is small to send and endless to walk is never walked', async () => {
  const { port, send, notes } = createBare()
  let shared: unknown[] = ['x']
  for (let depth = 0; depth < 40; depth += 1) shared = [shared, shared]
  const sparse: unknown[] = []
  sparse.length = 2 ** 32 - 1

  port.postMessage({ k: 'evt', n: 'note', d: shared })
  port.postMessage({ k: 'evt', n: 'note', d: sparse })
  send({ k: 'evt', n: 'note', d: 'control' })

  await vi.waitFor(() => expect(notes).toEqual(['control']))
})

test('a method that returns nothing is answered', async () => {
  const { caller } = createPair()

  await expect(caller.call('echo', undefined)).resolves.toBeUndefined()
})

test('an oversized message of the other side is ignored', async () => {
  const { send, calls, answers } = createBare()

  send({ k: 'call', i: 1, n: 'echo', a: 'x'.repeat(MESSAGE_LIMIT_CHARACTERS) })
  send({ k: 'call', i: 2, n: 'echo', a: 'control' })

  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(calls).toEqual(['control'])
})

test('an answer that is too large or has no JSON text becomes a coded error', async () => {
  const { port1, port2 } = new MessageChannel()
  const caller = createChannel<never, never, Methods, Events>(port1, {} as never, {} as never)
  const callee = createChannel<Methods, Events, never, never>(
    port2,
    { echo: () => 'x'.repeat(MESSAGE_LIMIT_CHARACTERS), fail: () => 1n } as never,
    {} as never,
  )
  closers.push(caller.close, callee.close)

  await expect(caller.call('echo', 1)).rejects.toMatchObject({ code: 'too_large' })
  await expect(caller.call('fail', 1)).rejects.toMatchObject({ code: 'internal' })
})

test('an error that is too large to send becomes one that is not', async () => {
  const { caller } = createPair()

  await expect(
    caller.call('fail', 'x'.repeat(MESSAGE_LIMIT_CHARACTERS - 50)),
  ).rejects.toMatchObject({ code: 'too_large' })
  await expect(caller.call('fail', 'short')).rejects.toMatchObject({ code: 'rate_limited' })
})

test('an unknown name comes back whole up to its limit, and cut above it', async () => {
  const { send, answers } = createBare()
  const name = 'x'.repeat(NAME_ECHO_LIMIT_CHARACTERS)
  const longest = 'x'.repeat(MESSAGE_LIMIT_CHARACTERS - 40)

  send({ k: 'call', i: 1, n: name })
  send({ k: 'call', i: 2, n: `${name}y` })
  send({ k: 'call', i: 3, n: longest })

  await vi.waitFor(() => expect(answers).toHaveLength(3))
  const e = { code: 'call_unknown', message: name }
  expect(answers).toEqual([1, 2, 3].map((i) => ({ k: 'err', i, e })))
})

test('a call id is free again once its call has failed', async () => {
  const { send, answers } = createBare()

  send({ k: 'call', i: 1, n: 'nobody' })
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  send({ k: 'call', i: 1, n: 'echo', a: 'again' })

  await vi.waitFor(() => expect(answers[1]).toEqual({ k: 'ok', i: 1, d: 'again' }))
})

test('a call after the close rejects at once', async () => {
  const { caller } = createPair()
  await expect(caller.call('echo', 1)).resolves.toBe(1)

  caller.close()

  await expect(caller.call('echo', 1)).rejects.toMatchObject({ code: 'destroyed' })
})

test('a call that is settled does not listen to its signal any more', async () => {
  const { caller } = createPair()
  const { signal } = new AbortController()
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')

  await caller.call('echo', 1, { signal })

  expect(add).toHaveBeenCalledOnce()
  expect(remove).toHaveBeenCalledExactlyOnceWith('abort', add.mock.calls[0]![1])
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
  const { send, calls, answers } = createBare()

  send({ k: 'call', i: 1, n: 'echo', a: 'first' })
  send({ k: 'call', i: 1, n: 'echo', a: 'second' })
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
  send({ k: 'ping', i: 9 })
  await vi.waitFor(() => expect(answers).toContainEqual({ k: 'ok', i: 9 }))

  // Any order is right; only an answer without a call would be wrong.
  expect(calls.length).toBe(answers.length - 1)
})
