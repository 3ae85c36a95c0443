import type { ServerType } from '@hono/node-server'
import { setTimeout as delay } from 'node:timers/promises'

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
