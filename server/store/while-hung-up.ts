import { setTimeout as delay } from 'node:timers/promises'

/** A database with one connection, such as PGlite behind a socket, is free again within this time. */
export const HUNG_UP_MS = 2_000
export const HUNG_UP_RETRY_MS = 50

/**
 * Retries the first task on a new connection while the peer closes it: the connection before, which just
 * ended, may still have the only place. A refused connection is not retried.
 */
export async function whileHungUp<Result>(task: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + HUNG_UP_MS
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if (!isHangUp(error) || performance.now() >= end) throw error
      await delay(HUNG_UP_RETRY_MS)
    }
  }
}

function isHangUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'ECONNRESET') return true
  return /connection terminated unexpectedly/i.test(error.message) || isHangUp(error.cause)
}
