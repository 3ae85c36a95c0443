import { afterEach, expect, test, vi } from 'vitest'
import type { FrameSetup } from './contract.ts'
import {
  acceptFrame,
  greetHost,
  HELLO_INTERVAL_MS,
  HANDSHAKE_TIMEOUT_MS,
  isAllowedOrigin,
} from './handshake.ts'
import type { MessageSource } from './handshake.ts'

const HOST = 'https://shop.test'
const FRAME = 'https://chat.test'
const SETUP: FrameSetup = {
  app: 'default',
  scheme: 'light',
  viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
}

const ignore = () => {}

afterEach(() => vi.useRealTimers())

/** Records messages to a window, with their target origins. */
function createTarget() {
  const sent: { message: unknown; targetOrigin: string; transfer: Transferable[] }[] = []
  return {
    sent,
    postMessage: (message: unknown, targetOrigin: string, transfer: Transferable[] = []) =>
      void sent.push({ message, targetOrigin, transfer }),
  }
}

const messageEvent = (init: Partial<MessageEvent>) =>
  Object.assign(new Event('message'), { source: null, origin: '', data: null, ports: [], ...init })

/** The frame's side with a parent that records, and a function that delivers a message. */
function createFrame(allowedHosts: readonly string[] = [HOST]) {
  const window = new EventTarget() as EventTarget & MessageSource
  const parent = createTarget()
  const connected: unknown[] = []
  const failed: string[] = []
  const stop = greetHost({
    window,
    parent,
    allowedHosts,
    build: 'test',
    nonce: 'nonce',
    onConnect: (port, setup, hostOrigin) => connected.push({ port, setup, hostOrigin }),
    onFail: (error) => failed.push(error.code),
  })
  const receive = (init: Partial<MessageEvent>) => window.dispatchEvent(messageEvent(init))
  const { port1 } = new MessageChannel()
  const init = {
    source: parent as never,
    origin: HOST,
    data: { type: 'alcove:init', nonce: 'nonce', protocol: 1, setup: SETUP },
    ports: [port1] as readonly MessagePort[],
  }
  return { window, parent, connected, failed, stop, receive, init, port1 }
}

test('frame and loader meet, whichever is first (R27)', () => {
  const { parent, connected, init, receive } = createFrame()
  const frameWindow = createTarget()

  const hello = messageEvent({
    source: frameWindow as never,
    origin: FRAME,
    data: parent.sent[0]!.message,
  })
  const accepted = acceptFrame(
    hello as MessageEvent,
    frameWindow,
    FRAME,
    undefined,
    () => SETUP,
    ignore,
  )
  const answer = frameWindow.sent[0]!
  receive({ ...init, data: answer.message, ports: answer.transfer as MessagePort[] })

  expect(accepted).toMatchObject({ build: 'test' })
  expect(answer.targetOrigin).toBe(FRAME)
  expect(connected).toEqual([{ port: answer.transfer[0], setup: SETUP, hostOrigin: HOST }])
  accepted!.port.close()
})

test('the frame says hello to any origin, without a secret, until it is answered', () => {
  vi.useFakeTimers()
  const { parent, receive, init } = createFrame()
  expect(parent.sent).toHaveLength(1)

  vi.advanceTimersByTime(HELLO_INTERVAL_MS * 3)
  expect(parent.sent).toHaveLength(4)
  receive(init)
  vi.advanceTimersByTime(HELLO_INTERVAL_MS * 10)

  expect(parent.sent).toHaveLength(4)
  for (const { message, targetOrigin } of parent.sent) {
    expect(targetOrigin).toBe('*')
    expect(message).toEqual({ type: 'alcove:hello', nonce: 'nonce', protocol: [1], build: 'test' })
  }
})

test('the frame gives up after its limit, not before, and once', () => {
  vi.useFakeTimers()
  const { failed, parent } = createFrame()

  vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS - 1)
  expect(failed).toEqual([])
  vi.advanceTimersByTime(1)
  const count = parent.sent.length
  vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS)

  expect(failed).toEqual(['frame_timeout'])
  expect(parent.sent).toHaveLength(count)
})

test.each<[string, (frame: ReturnType<typeof createFrame>) => Partial<MessageEvent>]>([
  ['another window', () => ({ source: createTarget() as never })],
  ['no window', () => ({ source: null })],
  ['another nonce', ({ init }) => ({ data: { ...init.data, nonce: 'other' } })],
  ['another protocol', ({ init }) => ({ data: { ...init.data, protocol: 2 } })],
  ['no port', () => ({ ports: [] })],
  ['a broken setup', ({ init }) => ({ data: { ...init.data, setup: { app: 1 } } })],
  ['another message', () => ({ data: { type: 'alcove:hello', nonce: 'nonce' } })],
])('the frame ignores an init with %s and takes the right one after it', (_, change) => {
  const frame = createFrame()

  frame.receive({ ...frame.init, ...change(frame) })
  expect(frame.connected).toEqual([])
  expect(frame.failed).toEqual([])
  frame.receive(frame.init)

  expect(frame.connected).toHaveLength(1)
})

test('the frame refuses an origin that is not allowed and tells it so, and nobody else', () => {
  vi.useFakeTimers()
  const { receive, init, parent, connected, failed } = createFrame()

  receive({ ...init, origin: 'https://evil.test' })
  receive(init)
  vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS)

  expect(connected).toEqual([])
  expect(failed).toEqual(['origin_not_allowed'])
  expect(parent.sent.at(-1)).toMatchObject({
    message: { type: 'alcove:refused', nonce: 'nonce', code: 'origin_not_allowed' },
    targetOrigin: 'https://evil.test',
  })
})

test('the frame refuses the null origin even when it is listed (T02)', () => {
  const { receive, init, parent, connected, failed } = createFrame(['null', '*', 'null:*'])

  receive({ ...init, origin: 'null' })

  expect(connected).toEqual([])
  expect(failed).toEqual(['origin_not_allowed'])
  expect(parent.sent.filter(({ targetOrigin }) => targetOrigin !== '*')).toEqual([])
})

test('the frame takes one init for each load, so that a recorded one is of no use (T06)', () => {
  const { receive, init, connected } = createFrame()

  receive(init)
  receive({ ...init, ports: [new MessageChannel().port1] })

  expect(connected).toHaveLength(1)
})

const HELLO = { type: 'alcove:hello', nonce: 'n1', protocol: [1], build: 'test' }

test.each<[string, Partial<MessageEvent>]>([
  ['another window', { source: createTarget() as never }],
  ['no window', { source: null }],
  ['another origin', { origin: 'https://evil.test' }],
  ['the null origin', { origin: 'null' }],
  ['another message', { data: { type: 'alcove:init', nonce: 'n1' } }],
])('the loader ignores a hello with %s', (_, change) => {
  const frame = createTarget()
  const right = { source: frame as never, origin: FRAME, data: HELLO }
  const accept = (init: Partial<MessageEvent>) =>
    acceptFrame(messageEvent(init) as MessageEvent, frame, FRAME, undefined, () => SETUP, ignore)

  expect(accept({ ...right, ...change })).toBeUndefined()
  expect(frame.sent).toEqual([])
  accept(right)!.port.close()

  expect(frame.sent).toHaveLength(1)
})

test('the loader has nothing to do with a window whose iframe is gone', () => {
  const event = messageEvent({ source: null, origin: FRAME, data: HELLO }) as MessageEvent

  expect(acceptFrame(event, null, FRAME, undefined, () => SETUP, ignore)).toBeUndefined()
})

test('the loader answers a repeated hello once, and a reloaded frame anew (R27)', () => {
  const frame = createTarget()
  const accept = (nonce: string, last?: string) =>
    acceptFrame(
      messageEvent({
        source: frame as never,
        origin: FRAME,
        data: { ...HELLO, nonce },
      }) as MessageEvent,
      frame,
      FRAME,
      last,
      () => SETUP,
      ignore,
    )

  const first = accept('n1')
  expect(accept('n1', 'n1')).toBeUndefined()
  const second = accept('n2', 'n1')

  expect(frame.sent).toHaveLength(2)
  expect(second?.port).not.toBe(first?.port)
  first!.port.close()
  second!.port.close()
})

test('the loader refuses a frame that does not speak its protocol, once for each load', () => {
  const frame = createTarget()
  let last: string | undefined
  const accept = (protocol: unknown[], nonce = 'n1') =>
    acceptFrame(
      messageEvent({
        source: frame as never,
        origin: FRAME,
        data: { ...HELLO, protocol, nonce },
      }) as MessageEvent,
      frame,
      FRAME,
      last,
      () => SETUP,
      (given) => (last = given),
    )

  expect(() => accept([2])).toThrow(expect.objectContaining({ code: 'version_skew' }))
  expect(accept([2])).toBeUndefined()
  expect(() => accept([2], 'n2')).toThrow(expect.objectContaining({ code: 'version_skew' }))
  expect(frame.sent).toEqual([])
  // A newer frame that still speaks our version is accepted.
  accept([2, 1], 'n3')!.port.close()
})

test('the loader believes a refusal of the frame that it asked, and of no other', () => {
  const frame = createTarget()
  const refuse = (nonce: string) =>
    acceptFrame(
      messageEvent({
        source: frame as never,
        origin: FRAME,
        data: { type: 'alcove:refused', nonce, code: 'origin_not_allowed' },
      }) as MessageEvent,
      frame,
      FRAME,
      'n1',
      () => SETUP,
      ignore,
    )

  expect(refuse('other')).toBeUndefined()
  expect(() => refuse('n1')).toThrow(expect.objectContaining({ code: 'origin_not_allowed' }))
})

const LIST = [
  'https://shop.example',
  'http://localhost:*',
  'https://*.brand.example',
  'https://*.brand.example:8443',
]

test.each([
  'https://shop.example',
  'http://localhost',
  'http://localhost:8788',
  'http://localhost:65535',
  'https://a.brand.example',
  'https://a.b.brand.example',
  'https://a.brand.example:8443',
])('lets %s in', (origin) => {
  expect(isAllowedOrigin(origin, LIST)).toBe(true)
})

test.each([
  'null',
  '',
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example.evil.test',
  'https://evilshop.example',
  'https://localhost:8788',
  'http://localhost.evil.test',
  'http://localhost:8788.evil.test',
  'http://localhost:123456',
  'http://localhost:',
  'https://brand.example',
  'https://.brand.example',
  'http://a.brand.example',
  'https://abrand.example',
  'https://a.brand.example:9999',
  'https://a.brand.example.evil.test',
])('keeps %s out', (origin) => {
  expect(isAllowedOrigin(origin, LIST)).toBe(false)
})

test('lets nobody in with an empty list, and an opaque origin in with none', () => {
  expect(isAllowedOrigin('https://shop.example', [])).toBe(false)
  expect(isAllowedOrigin('null', ['null'])).toBe(false)
})
