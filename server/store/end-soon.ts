import { setTimeout as delay } from 'node:timers/promises'

/** A connection that hangs answers no farewell: it is left to the system after this. */
export const END_WAIT_MS = 1_000

/** Waits for the end of connections, and not for ever. */
export async function endSoon(end: Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const late = delay(END_WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([end, late])
  waiting.abort()
}
