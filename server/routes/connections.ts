import type { ServerType } from '@hono/node-server'
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createTellRarely } from './tell-rarely.ts'

/**
 * File descriptors that no caller's connection takes: the program's own, the database's connections,
 * Redis, files that are read and written, and some to look around with.
 */
export const RESERVED_DESCRIPTORS = 128
/** An answer takes two: its reader's connection, and the one to the model. */
const DESCRIPTORS_PER_CONNECTION = 2
/** However few there are. */
export const CONNECTIONS_MIN = 8
/** Refused connections are told to the log this often at most. */
export const REFUSED_LOG_MS = 60_000

/** How many connections a process takes that may have so many files open. */
export const connectionsFor = (descriptors: number): number =>
  Math.max(
    CONNECTIONS_MIN,
    Math.floor((descriptors - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION),
  )

/** What `ulimit -n` says of this process; undefined where nothing limits it. */
export function readDescriptorLimit(): number | undefined {
  // Else it looks up the name of every address that the process has a connection to.
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
 * Keeps room for what the service itself connects to: accepted without a limit, callers take the last
 * descriptor, and every answer fails for want of one to the model. Connections beyond the limit are
 * closed at once, so that a balancer asks elsewhere and a browser asks again. Where the last place is
 * taken, no connection is kept for another request.
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
    // `limitPeers` has closed it already.
    if (socket.destroyed) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    makeRoom()
  })
  // `trackIdle` listens first: a connection whose last answer this was is among the idle ones.
  server.on('request', (_request, response) => response.once('close', makeRoom))
  const tell = createTellRarely(REFUSED_LOG_MS, now)
  server.on('drop', () => tell(() => log.warn({ connections, descriptors }, REFUSED)))
}

const REFUSED =
  'connections are refused, for all places are taken: raise the limit of open files (ulimit -n), or start another server'

/** A request's head must have arrived by then. */
export const HEADERS_TIMEOUT_MS = 10_000
/** The longest that a whole request may take: an upload over a slow line. Bodies of JSON have less. */
const REQUEST_TIMEOUT_MS = 600_000
/** How often late heads are looked for: the time-out is late by this much. */
export const CONNECTIONS_CHECK_MS = 2_000
/** A socket without a request waits this long for the next one. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000

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

/** How often connections that have had their answers are looked for, and closed. */
const IDLE_CHECK_MS = 100

export interface ClosingServer {
  /** Waits until every connection is gone, at most so long. */
  waitUntilGone(timeoutMs: number): Promise<void>
}

/**
 * Takes no new connections; those that are there end with their answers. Whoever keeps one open for the
 * next request would otherwise never leave.
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
