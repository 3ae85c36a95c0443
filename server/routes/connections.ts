import type { ServerType } from '@hono/node-server'
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createTellRarely } from './tell-rarely.ts'

/**
 * File descriptors that are reserved for the process itself: its own files, connections to the database and
 * Redis, files that are read and written, and some to spare.
 */
export const RESERVED_DESCRIPTORS = 128
/** An answer takes two: the connection to its reader, and the connection to the model. */
const DESCRIPTORS_PER_CONNECTION = 2
/** Minimum, however few descriptors there are. */
export const CONNECTIONS_MIN = 8
/** Refused connections are logged at most this often. */
export const REFUSED_LOG_MS = 60_000

/** Number of connections that a process with so many file descriptors accepts. */
export const connectionsFor = (descriptors: number): number =>
  Math.max(
    CONNECTIONS_MIN,
    Math.floor((descriptors - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION),
  )

/** The limit of `ulimit -n` for this process; undefined if there is none. */
export function readDescriptorLimit(): number | undefined {
  // Otherwise the report looks up the host name of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
  }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

export interface ConnectionLimitSettings {
  readonly descriptors: number | undefined
  /** The server's connections that wait for another request; see `trackIdle`. */
  readonly idle: ReadonlySet<Socket>
  readonly log: { warn(facts: object, message: string): void }
  /** Milliseconds, from any fixed point. */
  readonly now: () => number
}

/**
 * Limits accepted connections, so that the service can still open its own: without a limit callers take the
 * last descriptor, and every answer fails for want of a connection to the model. Connections beyond the limit
 * are closed at once, so that a load balancer asks another server and a browser retries. When the last place
 * is taken, no connection is kept for another request.
 */
export function limitConnections(server: Server, settings: ConnectionLimitSettings): void {
  const { descriptors, idle, log, now } = settings
  if (descriptors === undefined) return
  const connections = connectionsFor(descriptors)
  server.maxConnections = connections
  const open = new Set<Socket>()
  const makeRoom = () => {
    if (open.size >= connections) for (const socket of idle) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    // `limitPeers` has already closed it.
    if (socket.destroyed) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    makeRoom()
  })
  // `trackIdle` listens first: a connection whose last answer this was is already among the idle ones.
  server.on('request', (_request, response) => response.once('close', makeRoom))
  const tell = createTellRarely(REFUSED_LOG_MS, now)
  server.on('drop', () => tell(() => log.warn({ connections, descriptors }, REFUSED)))
}

const REFUSED =
  'connections are refused, for all places are taken: raise the limit of open files (ulimit -n), or start another server'

/** Time for the head of a request to arrive. */
export const HEADERS_TIMEOUT_MS = 10_000
/** Maximum time of a whole request, such as an upload over a slow line. JSON bodies have less. */
const REQUEST_TIMEOUT_MS = 600_000
/** Interval of the search for late heads; the time-out is late by up to this much. */
export const CONNECTIONS_CHECK_MS = 2_000
/** Time that a socket without a request waits for the next one. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000

export interface SocketLimits {
  readonly headersMs: number
  readonly checkMs: number
  readonly keepAliveMs: number
  /**
   * Time without bytes in either direction; longer than the heartbeat of a stream. For the server's
   * `setTimeout`.
   */
  readonly idleMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  headersMs: HEADERS_TIMEOUT_MS,
  checkMs: CONNECTIONS_CHECK_MS,
  keepAliveMs: KEEP_ALIVE_TIMEOUT_MS,
  idleMs: KEEP_ALIVE_TIMEOUT_MS,
}

/** Options for the creation of an HTTP server. */
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

/** Interval at which idle connections are looked for and closed during shutdown. */
const IDLE_CHECK_MS = 100

export interface ClosingServer {
  /** Resolves when every connection is gone, or after the time-out. */
  waitUntilGone(timeoutMs: number): Promise<void>
}

/**
 * Stops accepting connections; open ones end with their answers. Idle connections are closed, since a client
 * that keeps one open would never leave.
 */
export function closeServer(server: ServerType): ClosingServer {
  const closeIdle = () => {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  const timer = setInterval(closeIdle, IDLE_CHECK_MS)
  // Limit: that of `waitUntilGone`, CALLS_MS and READERS_MS: "a server whose database hangs ends in order, and soon".
  const gone = new Promise<void>((resolve) => server.close(() => resolve()))
  void gone.then(() => clearInterval(timer))
  return {
    async waitUntilGone(timeoutMs) {
      const waiting = new AbortController()
      const late = delay(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {})
      await Promise.race([gone, late])
      waiting.abort()
    },
  }
}
