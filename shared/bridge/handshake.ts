import type { FrameSetup } from './contract.ts'
import { fieldsOf } from './guards.ts'

/** How long both sides try to meet. */
export const HANDSHAKE_TIMEOUT_MS = 30_000

/** Frame to host page, to any origin: it holds no secret. Repeated until it is answered. */
export interface Hello {
  readonly type: 'alcove:hello'
  /** New with every load of the frame. */
  readonly nonce: string
  /** The protocol versions that the frame speaks. */
  readonly protocol: readonly unknown[]
  readonly build: string
}

/** Loader to frame, to the frame's origin only, with the port. */
export interface Init {
  readonly type: 'alcove:init'
  readonly nonce: string
  readonly protocol: number
  readonly setup: FrameSetup
}

/** Frame to loader, to the origin that it refuses. */
export interface Refused {
  readonly type: 'alcove:refused'
  readonly nonce: string
  readonly code: string
}

/** The part of a window that hears messages. */
export interface MessageSource {
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent) => void,
    options?: { signal?: AbortSignal },
  ): void
}

/** The part of a window that is written to. */
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

/** The setup is looked at apart, so that a refusal does not depend on it. */
export const isInit = (value: unknown): value is Omit<Init, 'setup'> & { setup: unknown } => {
  const { type, nonce, protocol } = fieldsOf(value)
  return type === 'alcove:init' && typeof nonce === 'string' && typeof protocol === 'number'
}

/** Whether `value` refuses what `nonce` asked. */
export const isRefused = (value: unknown, nonce: string | undefined): value is Refused => {
  const { type, nonce: own } = fieldsOf(value)
  return type === 'alcove:refused' && own === nonce
}
