import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { acceptFrame, greetHost } from './handshake.ts'
import type { MessageSource } from './handshake.ts'
import { createChannel } from './channel.ts'
import type { FrameSetup } from './contract.ts'

const RUNS = Number(process.env['ALCOVE_FUZZ_RUNS'] ?? 300)
const SETUP: FrameSetup = {
  app: 'default',
  scheme: 'light',
  viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
}

/** Junk with known field names, since plain junk would not pass the first check. */
const message = fc.oneof(
  fc.anything(),
  fc.record(
    {
      k: fc.oneof(
        fc.constantFrom('call', 'ok', 'err', 'evt', 'cancel', 'ping', 'pong'),
        fc.anything(),
      ),
      i: fc.oneof(fc.integer({ min: -2, max: 5 }), fc.anything()),
      n: fc.oneof(
        fc.constantFrom('ask', 'note', 'toString', '__proto__', 'constructor'),
        fc.anything(),
      ),
      a: fc.anything(),
      d: fc.anything(),
      e: fc.oneof(fc.record({ code: fc.string(), message: fc.string() }), fc.anything()),
    },
    { requiredKeys: [] },
  ),
)

/** The text of a message; undefined for values without one (a circle, a big integer). */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

const canBeCloned = (value: unknown) => {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

test('no message makes a port run anything but its own methods and events (T07)', async () => {
  const rejections: unknown[] = []
  const handleRejection = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', handleRejection)
  const { port1, port2 } = new MessageChannel()
  let asked = 0
  let noted = 0
  const channel = createChannel<never, never, never, never>(
    port1,
    { ask: () => (asked += 1) } as never,
    { note: () => (noted += 1) } as never,
  )
  let answers = 0
  port2.onmessage = () => (answers += 1)
  let calls = 0
  let notes = 0

  fc.assert(
    fc.property(message.filter(canBeCloned), (value) => {
      // As a value, which is never a message, and as text.
      port2.postMessage(value)
      const text = textOf(value)
      if (text === undefined) return
      port2.postMessage(text)
      const { k, n } = (JSON.parse(text) ?? {}) as Record<string, unknown>
      if (k === 'call' && n === 'ask') calls += 1
      if (k === 'evt' && n === 'note') notes += 1
    }),
    { numRuns: RUNS },
  )
  // The positive control: the port is alive, and valid calls still work.
  port2.postMessage(JSON.stringify({ k: 'call', i: 1_000_000, n: 'ask', a: null }))
  port2.postMessage(JSON.stringify({ k: 'evt', n: 'note', d: null }))
  await vi.waitFor(() => expect(noted).toBeGreaterThan(0))
  await vi.waitFor(() => expect(answers).toBeGreaterThan(0))

  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(calls + 1)
  expect(noted).toBeLessThanOrEqual(notes + 1)
  expect(Object.prototype).not.toHaveProperty('polluted')
  channel.close()
  port2.close()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', handleRejection)
  expect(rejections).toEqual([])
})

const greeting = fc.oneof(
  fc.anything(),
  fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('alcove:hello', 'alcove:init', 'alcove:refused'),
        fc.anything(),
      ),
      nonce: fc.oneof(fc.constantFrom('n', 'x'), fc.anything()),
      protocol: fc.oneof(fc.constantFrom(1, [1], [2]), fc.anything()),
      build: fc.anything(),
      setup: fc.oneof(fc.constant(SETUP), fc.anything()),
      code: fc.anything(),
    },
    { requiredKeys: [] },
  ),
)

test('no message of a stranger reaches either side of the handshake (T04)', () => {
  const frame = { postMessage: vi.fn<() => void>() }
  const stranger = { postMessage: vi.fn<() => void>() }
  const window = new EventTarget() as EventTarget & MessageSource
  const parent = { postMessage: vi.fn<() => void>() }
  const connected = vi.fn<() => void>()
  const greeted = vi.fn<() => void>()
  const stop = greetHost({
    window,
    parent,
    allowedHosts: ['https://shop.test'],
    build: '',
    nonce: 'n',
    onConnect: connected,
    onFail: connected,
  })
  const { port1 } = new MessageChannel()
  const send = (data: unknown, origin: string, source: unknown) => {
    const event = Object.assign(new Event('message'), { data, origin, source, ports: [port1] })
    window.dispatchEvent(event)
    return acceptFrame(event as never, frame, 'https://chat.test', 'y', () => SETUP, greeted)
  }

  fc.assert(
    fc.property(
      greeting,
      fc.constantFrom('https://shop.test', 'https://chat.test', 'null'),
      (data, origin) => {
        expect(send(data, origin, stranger)).toBeUndefined()
      },
    ),
    { numRuns: RUNS },
  )
  expect(connected).not.toHaveBeenCalled()
  expect(greeted).not.toHaveBeenCalled()
  expect(frame.postMessage).not.toHaveBeenCalled()

  // The positive control: the right windows are accepted.
  const accepted = send(
    { type: 'alcove:hello', nonce: 'n', protocol: [1], build: '' },
    'https://chat.test',
    frame,
  )
  expect(accepted).toBeDefined()
  expect(greeted).toHaveBeenCalledExactlyOnceWith('n')
  send({ type: 'alcove:init', nonce: 'n', protocol: 1, setup: SETUP }, 'https://shop.test', parent)
  expect(connected).toHaveBeenCalledOnce()
  accepted!.port.close()
  port1.close()
  stop()
})

test('whatever the right window sends, neither side throws but for its coded refusals', () => {
  const frame = { postMessage: vi.fn<() => void>() }

  const codes = new Set<string>()

  fc.assert(
    fc.property(greeting, (data) => {
      const event = { data, origin: 'https://chat.test', source: frame }
      try {
        acceptFrame(
          event as never,
          frame,
          'https://chat.test',
          'n',
          () => SETUP,
          () => {},
        )?.port.close()
      } catch (error) {
        codes.add((error as { code: string }).code)
      }
    }),
    { numRuns: RUNS },
  )

  expect(codes.difference(new Set(['origin_not_allowed', 'version_skew']))).toEqual(new Set())
})
