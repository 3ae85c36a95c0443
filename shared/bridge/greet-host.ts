import { AlcoveError } from '../errors.ts'
import { isAllowedOrigin } from './allowed-origin.ts'
import { PROTOCOL_VERSION } from './contract.ts'
import type { FrameSetup } from './contract.ts'
import { isFrameSetup } from './guards.ts'
import { HANDSHAKE_TIMEOUT_MS, isInit } from './handshake.ts'
import type { Hello, MessageSource, MessageTarget, Refused } from './handshake.ts'

/** How often the frame says hello until it is answered: the loader may start later than it. */
export const HELLO_INTERVAL_MS = 250

export interface GreetHostOptions {
  readonly window: MessageSource
  readonly parent: MessageTarget
  readonly allowedHosts: readonly string[]
  readonly build: string
  /** New with every load. */
  readonly nonce: string
  /** Called once at most. */
  readonly onConnect: (port: MessagePort, setup: FrameSetup, hostOrigin: string) => void
  /** `origin_not_allowed`, or `frame_timeout` after {@link HANDSHAKE_TIMEOUT_MS}. Called once. */
  readonly onFail: (error: AlcoveError) => void
}

/** The frame's side of the handshake. Returns how to give it up. */
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
    // An opaque origin cannot be a target; such a host finds out by its own time limit.
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
