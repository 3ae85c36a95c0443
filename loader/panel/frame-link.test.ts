import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameSetup } from '../../shared/bridge/contract.ts'
import { HANDSHAKE_TIMEOUT_MS } from '../../shared/bridge/handshake.ts'
import { createFrameLink, HELLO_TIMEOUT_MS } from './frame-link.ts'

const FRAME_ORIGIN = 'https://chat.test'
const SETUP: FrameSetup = {
  app: 'default',
  scheme: 'light',
  viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
}

const lives: AbortController[] = []
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const life of lives.splice(0)) life.abort()
  vi.useRealTimers()
})

/** A link whose iframe the test speaks for, and its reports: a build, `lost`, or an error's code. */
function createLink(hasLoaded = false, isAsked = true, life = new AbortController()) {
  const iframe = document.createElement('iframe')
  const frameWindow = { postMessage: vi.fn<() => void>() }
  Object.defineProperty(iframe, 'contentWindow', { value: frameWindow })
  lives.push(life)
  const told: string[] = []
  const url = new URL(`${FRAME_ORIGIN}/frame`)
  // As the first file leaves it, without loading anything.
  Object.defineProperty(iframe, 'src', { value: isAsked ? url.href : '', writable: true })
  const reload = createFrameLink(
    { iframe, url, signal: life.signal, given: { hasLoaded } },
    () => SETUP,
    (port, build) => {
      port?.close()
      told.push(build ?? 'lost')
    },
    ({ code }) => told.push(code),
  )
  const hello = (nonce: string, protocol = 1) => {
    const data = { type: 'alcove:hello', nonce, protocol: [protocol], build: `build ${nonce}` }
    const event = { data, origin: FRAME_ORIGIN, source: frameWindow }
    window.dispatchEvent(Object.assign(new Event('message'), event))
  }
  const say = (data: unknown, origin = FRAME_ORIGIN) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: frameWindow }))
  const load = () => iframe.dispatchEvent(new Event('load'))
  /** Lets all time limits pass. */
  const settle = () => vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS + HELLO_TIMEOUT_MS)
  told.length = 0
  return { told, hello, say, load, reload, settle, frameWindow }
}
type Link = ReturnType<typeof createLink>

test.each([
  ['denied', ['network_refused']],
  ['prompt', ['frame_timeout']],
  [undefined, ['frame_timeout']],
])(
  'a silent frame is judged by the permission for the local network: %s',
  async (state, expected) => {
    const query = ({ name }: { name: string }) =>
      // Some browsers know only the older name.
      state && name === 'local-network-access'
        ? Promise.resolve({ state })
        : Promise.reject(new TypeError('unknown'))
    Object.defineProperty(navigator, 'permissions', { value: { query }, configurable: true })
    const link = createLink()
    link.load()
    await vi.advanceTimersByTimeAsync(0)
    link.settle()
    Reflect.deleteProperty(navigator, 'permissions')
    expect(link.told.filter((told) => told !== 'lost')).toEqual(expected)
  },
)

test('within a frame of another page a denied permission is not a refusal by the visitor', async () => {
  const query = () => Promise.resolve({ state: 'denied' })
  Object.defineProperty(navigator, 'permissions', { value: { query }, configurable: true })
  const top = vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window)
  const link = createLink()
  link.load()
  await vi.advanceTimersByTimeAsync(0)
  link.settle()
  Reflect.deleteProperty(navigator, 'permissions')
  top.mockRestore()

  expect(link.told.filter((told) => told !== 'lost')).toEqual(['frame_timeout'])
})

const ORDERS: [string, (link: Link, nonce: string) => void][] = [
  [
    'before its load',
    ({ hello, load }, nonce) => {
      hello(nonce)
      load()
    },
  ],
  [
    'after its load',
    ({ hello, load }, nonce) => {
      load()
      hello(nonce)
    },
  ],
]

test.each(ORDERS)('a document that greets %s connects, and again after a reload', (_, arrive) => {
  const link = createLink()

  for (const nonce of ['one', 'two', 'three']) {
    arrive(link, nonce)
    link.settle()
    expect(link.told.at(-1)).toBe(`build ${nonce}`)
  }

  expect(link.told).not.toContain('frame_timeout')
})

test.each(ORDERS)('a dead document after one that greeted %s is reported', (_, arrive) => {
  const link = createLink()
  arrive(link, 'one')
  link.told.length = 0

  link.load()
  vi.advanceTimersByTime(HELLO_TIMEOUT_MS - 1)
  // The old port is disconnected from the load on.
  expect(link.told).toEqual(['lost'])
  vi.advanceTimersByTime(1)
  link.settle()

  expect(link.told).toEqual(['lost', 'frame_timeout'])
})

test.each(ORDERS)('after a dead document the next one that greets %s connects', (_, arrive) => {
  const link = createLink()
  link.load()
  link.settle()
  expect(link.told.at(-1)).toBe('frame_timeout')

  link.reload()
  arrive(link, 'one')
  link.told.length = 0
  link.settle()
  expect(link.told).toEqual([])

  // The next document without a hello is reported as well.
  link.load()
  link.settle()
  expect(link.told).toEqual(['lost', 'frame_timeout'])
})

test.each(ORDERS)('a document that is loaded by itself after a dead one greets %s', (_, arrive) => {
  const link = createLink()
  link.load()
  link.settle()

  arrive(link, 'one')
  link.settle()

  expect(link.told.at(-1)).toBe('build one')
})

test.each(ORDERS)('loads that follow each other wait for one hello, %s', (_, arrive) => {
  const link = createLink()
  link.load()
  link.load()
  link.hello('one')
  link.settle()
  expect(link.told.at(-1)).toBe('build one')

  arrive(link, 'two')
  link.settle()

  expect(link.told.at(-1)).toBe('build two')
})

test('hellos of documents without a load do not hide a dead one', () => {
  const link = createLink()
  link.hello('one')
  link.hello('two')
  link.load()
  link.told.length = 0

  link.load()
  link.settle()

  expect(link.told).toEqual(['lost', 'frame_timeout'])
})

test('a hello that is slower than the limit still connects', () => {
  const link = createLink()
  link.load()
  vi.advanceTimersByTime(HELLO_TIMEOUT_MS)
  expect(link.told.at(-1)).toBe('frame_timeout')

  link.hello('slow')
  link.settle()

  expect(link.told.at(-1)).toBe('build slow')
})

test('a repeated hello counts once', () => {
  const link = createLink()
  link.load()
  link.hello('one')
  link.hello('one')

  link.load()
  link.settle()

  expect(link.told.slice(-2)).toEqual(['lost', 'frame_timeout'])
  expect(link.frameWindow.postMessage).toHaveBeenCalledOnce()
})

test('a frame of another protocol is reported once per load, however often it greets', () => {
  const link = createLink()

  for (let count = 0; count < 120; count += 1) link.hello('one', 2)
  link.load()
  link.settle()
  expect(link.told).toEqual(['lost', 'version_skew'])

  link.hello('two', 2)
  expect(link.told).toEqual(['lost', 'version_skew', 'lost', 'version_skew'])
})

test('a document from before the link that never greets is reported as soon as any other', () => {
  const { told } = createLink(true)

  vi.advanceTimersByTime(HELLO_TIMEOUT_MS - 1)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)

  expect(told).toEqual(['frame_timeout'])
})

test('a document that was there before the link, and greets, connects', () => {
  const link = createLink(true)

  link.hello('one')
  link.settle()

  expect(link.told.at(-1)).toBe('build one')
})

const VIOLATION = {
  effectiveDirective: 'frame-src',
  disposition: 'enforce',
  blockedURI: `${FRAME_ORIGIN}/frame`,
}
const violate = (fields: object) =>
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation', { bubbles: true }), fields),
  )

test.each([
  ['the frame', VIOLATION, ['frame_blocked_csp']],
  [
    'its origin alone, as after a redirect',
    { ...VIOLATION, blockedURI: FRAME_ORIGIN },
    ['frame_blocked_csp'],
  ],
  ['nothing, and only reports', { ...VIOLATION, disposition: 'report' }, []],
  ['another frame', { ...VIOLATION, blockedURI: 'https://ads.test/' }, []],
  ['a picture of the service', { ...VIOLATION, effectiveDirective: 'img-src' }, []],
])('a policy of the page that blocks %s is reported as %s', (_, fields, codes) => {
  const { told } = createLink()

  violate(fields)

  expect(told).toEqual(codes)
})

test('earlier violations are reported as well, and none after the end', () => {
  const disconnect = vi.fn<() => void>()
  let report: (reports: readonly object[]) => void = () => {}
  vi.stubGlobal(
    'ReportingObserver',
    class {
      constructor(hear: typeof report) {
        report = hear
      }
      observe() {}
      disconnect = disconnect
    },
  )
  const { told } = createLink()

  report([{ body: { ...VIOLATION, blockedURI: undefined, blockedURL: FRAME_ORIGIN } }])
  expect(told).toEqual(['frame_blocked_csp'])

  for (const life of lives.splice(0)) life.abort()
  told.length = 0
  violate(VIOLATION)
  expect(told).toEqual([])
  expect(disconnect).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('a document whose own script did not load is reported at once, and the next one connects', () => {
  const link = createLink()
  link.say('alcove:broken')
  expect(link.told).toEqual(['lost', 'script_failed'])
  link.load()
  link.reload()
  link.told.length = 0

  link.hello('two')
  link.load()
  link.settle()

  expect(link.told).toEqual(['build two'])
})

test('only the frame itself can say that it is broken', () => {
  const link = createLink()
  link.say('alcove:broken', 'https://evil.test')
  link.say('alcove:brokenness')
  window.dispatchEvent(
    Object.assign(new Event('message'), {
      data: 'alcove:broken',
      origin: FRAME_ORIGIN,
      source: window,
    }),
  )
  expect(link.told).toEqual([])

  link.say('alcove:broken')
  expect(link.told).toContain('script_failed')
})

test('after five silent seconds the console says so once, and the frame has its thirty', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const link = createLink()
  vi.advanceTimersByTime(HELLO_TIMEOUT_MS - 1)
  expect(warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS - HELLO_TIMEOUT_MS)
  expect(warn.mock.calls).toEqual([
    [`[Alcove] frame_timeout? Nothing from ${FRAME_ORIGIN}/frame for 5 s.`],
  ])
  expect(link.told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(link.told).toEqual(['frame_timeout'])

  link.hello('late')
  expect(link.told.at(-1)).toBe('build late')

  const quick = createLink()
  vi.advanceTimersByTime(HELLO_TIMEOUT_MS - 1)
  quick.hello('quick')
  quick.settle()
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})

test('of a chat that went while this file came nothing is expected', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const life = new AbortController()
  life.abort()
  const { told, settle } = createLink(false, true, life)

  settle()
  expect(told).toEqual([])
  expect(warn).not.toHaveBeenCalled()

  // Positive control.
  createLink().settle()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})

test('a frame that is not loading may stay silent, and one that loads later may not', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { told, reload, settle } = createLink(false, false)

  settle()
  expect(told).toEqual([])
  expect(warn).not.toHaveBeenCalled()

  reload()
  settle()
  expect(told).toContain('frame_timeout')
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
