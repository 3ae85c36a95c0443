import { AlcoveError } from '../errors.ts'
import { PROTOCOL_VERSION } from './contract.ts'
import type { FrameSetup } from './contract.ts'
import { fieldsOf, isFrameSetup } from './guards.ts'

/** Time limit of the handshake on both sides. */
export const HANDSHAKE_TIMEOUT_MS = 30_000

/** Frame to host page, to any origin: it contains no secret. Repeated until it is answered. */
interface Hello {
  readonly type: 'alcove:hello'
  /** New with every load of the frame. */
  readonly nonce: string
  /** The protocol versions that the frame speaks. */
  readonly protocol: readonly unknown[]
  readonly build: string
}

/** Loader to frame, to the frame's origin only, with the port. */
interface Init {
  readonly type: 'alcove:init'
  readonly nonce: string
  readonly protocol: number
  readonly setup: FrameSetup
}

/** Frame to loader, to the origin that it refuses. */
interface Refused {
  readonly type: 'alcove:refused'
  readonly nonce: string
  readonly code: string
}

/** The part of a window that receives messages. */
export interface MessageSource {
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent) => void,
    options?: { signal?: AbortSignal },
  ): void
}

/** The part of a window that messages are sent to. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

export const isHello = (value: unknown): value is Hello => {
  const { type, nonce, protocol, build } = fieldsOf(value)
  return (
    type === 'alcove:hello' &&
    typeof nonce === 'string' &&
    Array.isArray(protocol) &&
    typeof build === 'string'
  )
}

/** The setup is validated separately, so that a refusal does not depend on it. */
export const isInit = (value: unknown): value is Omit<Init, 'setup'> & { setup: unknown } => {
  const { type, nonce, protocol } = fieldsOf(value)
  return type === 'alcove:init' && typeof nonce === 'string' && typeof protocol === 'number'
}

/** True if `value` refuses the hello of `nonce`. */
export const isRefused = (value: unknown, nonce: string | undefined): value is Refused => {
  const { type, nonce: own } = fieldsOf(value)
  return type === 'alcove:refused' && own === nonce
}

/** Result of an accepted hello. */
interface AcceptedFrame {
  readonly build: string
  readonly port: MessagePort
}

/**
 * The loader's side of the handshake: handles one message of the window. A hello of the verified frame is
 * answered with the init, and this side of the port is returned. `undefined`: another message, or a repeated
 * one. Throws `version_skew`, or `origin_not_allowed` if the frame refuses.
 *
 * @param nonce of the last hello. A frame repeats its hello until it is answered; a new nonce is a new
 * document, and gets a new port.
 * @param onHello called with the nonce of a verified frame's new hello, whether it is answered or not.
 */
export function acceptFrame(
  { source, origin, data }: MessageEvent,
  frame: MessageTarget | null,
  frameOrigin: string,
  nonce: string | undefined,
  getSetup: () => FrameSetup,
  onHello: (nonce: string) => void,
): AcceptedFrame | undefined {
  if (!frame || source !== (frame as unknown) || origin !== frameOrigin) return
  if (isRefused(data, nonce)) throw new AlcoveError('origin_not_allowed', data.code)
  if (!isHello(data) || data.nonce === nonce) return
  onHello(data.nonce)
  if (!data.protocol.includes(PROTOCOL_VERSION)) throw new AlcoveError('version_skew', data.build)
  const { port1, port2 } = new MessageChannel()
  const init: Init = {
    type: 'alcove:init',
    nonce: data.nonce,
    protocol: PROTOCOL_VERSION,
    setup: getSetup(),
  }
  frame.postMessage(init, frameOrigin, [port2])
  return { build: data.build, port: port1 }
}

/** Interval at which the frame repeats its hello until it is answered: the loader may start later. */
export const HELLO_INTERVAL_MS = 250

export interface GreetHostOptions {
  readonly window: MessageSource
  readonly parent: MessageTarget
  readonly allowedHosts: readonly string[]
  readonly build: string
  /** New with every load. */
  readonly nonce: string
  /** Called at most once. */
  readonly onConnect: (port: MessagePort, setup: FrameSetup, hostOrigin: string) => void
  /** `origin_not_allowed`, or `frame_timeout` after {@link HANDSHAKE_TIMEOUT_MS}. Called once. */
  readonly onFail: (error: AlcoveError) => void
}

/** The frame's side of the handshake. Returns a function that cancels it. */
export function greetHost(options: GreetHostOptions): () => void {
  const { parent, nonce } = options
  const controller = new AbortController()
  const hello: Hello = {
    type: 'alcove:hello',
    nonce,
    protocol: [PROTOCOL_VERSION],
    build: options.build,
  }
  const sayHello = () => parent.postMessage(hello, '*')
  const interval = setInterval(sayHello, HELLO_INTERVAL_MS)
  const timer = setTimeout(() => {
    stop()
    options.onFail(new AlcoveError('frame_timeout', 'The host page did not answer'))
  }, HANDSHAKE_TIMEOUT_MS)

  function stop() {
    controller.abort()
    clearInterval(interval)
    clearTimeout(timer)
  }

  function refuse(origin: string) {
    stop()
    const refused: Refused = { type: 'alcove:refused', nonce, code: 'origin_not_allowed' }
    // An opaque origin cannot be a target; such a host fails by its own time limit.
    if (origin !== 'null') parent.postMessage(refused, origin)
    options.onFail(new AlcoveError('origin_not_allowed', `${origin} is not an allowed host page`))
  }

  function handleMessage({ source, origin, data, ports }: MessageEvent) {
    if (source !== (parent as unknown) || !isInit(data) || data.nonce !== nonce) return
    if (!isAllowedOrigin(origin, options.allowedHosts)) return refuse(origin)
    const port = ports[0]
    if (!port || data.protocol !== PROTOCOL_VERSION || !isFrameSetup(data.setup)) return
    stop()
    options.onConnect(port, data.setup, origin)
  }

  options.window.addEventListener('message', handleMessage, { signal: controller.signal })
  sayHello()
  return stop
}

const ANY_PORT = ':*'
const ANY_SUBDOMAIN = 'https://*.'

/**
 * True if a host page's origin is in the list, by the rules of `frame-ancestors`: an entry is an exact
 * origin, `http://localhost:*` for any port, or `https://*.shop.example` for every name below it.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  // Any page can make its origin opaque, so `null` proves nothing and is never in the list.
  if (origin === 'null') return false
  return allowed.some((entry) => {
    if (entry.startsWith(ANY_SUBDOMAIN)) return isBelow(origin, entry.slice(ANY_SUBDOMAIN.length))
    if (!entry.endsWith(ANY_PORT)) return origin === entry
    const host = entry.slice(0, -ANY_PORT.length)
    return (
      origin === host || (origin.startsWith(`${host}:`) && isPort(origin.slice(host.length + 1)))
    )
  })
}

const isPort = (text: string) => /^\d{1,5}$/.test(text)

function isBelow(origin: string, domain: string): boolean {
  const host = origin.startsWith('https://') ? origin.slice('https://'.length) : ''
  return host.endsWith(`.${domain}`) && host.length > domain.length + 1
}
