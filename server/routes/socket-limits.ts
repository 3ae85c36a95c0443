import type { ServerOptions } from 'node:http'

/** A request's head must have arrived by then. */
export const HEADERS_TIMEOUT_MS = 10_000
/** The longest that a whole request may take: an upload over a slow line. Bodies of JSON have less. */
export const REQUEST_TIMEOUT_MS = 600_000
/** How often late heads are looked for: the time-out is late by this much. */
export const CONNECTIONS_CHECK_MS = 2_000
/** A socket without a request waits this long for the next one. */
export const KEEP_ALIVE_TIMEOUT_MS = 75_000

export interface SocketLimits {
  readonly headersMs: number
  readonly checkMs: number
  readonly keepAliveMs: number
  /** Nothing read or written; more than the heartbeat of a stream. For the server's `setTimeout`. */
  readonly idleMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  headersMs: HEADERS_TIMEOUT_MS,
  checkMs: CONNECTIONS_CHECK_MS,
  keepAliveMs: KEEP_ALIVE_TIMEOUT_MS,
  idleMs: KEEP_ALIVE_TIMEOUT_MS,
}

/** What an HTTP server must be told when it is made. */
export const serverOptionsOf = ({
  headersMs,
  checkMs,
  keepAliveMs,
}: Omit<SocketLimits, 'idleMs'>): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: keepAliveMs,
})
