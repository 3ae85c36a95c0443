import type { Clock } from '../api/clock.ts'
import type { RemovedMessage } from '../api/cloud.ts'
import { createBackoff } from './backoff.ts'
import type { Turn } from './conversation-state.ts'
import { isConnectionFailure } from './passing-failure.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport } from './transport.ts'
import type { Wake } from './wake.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000
/** A stop that the network swallows is said again at least so often: somebody waits for it. */
export const STOP_RETRY_MAX_MS = 2_000
/** About as long as a lost stream is looked for. */
export const STOP_RETRIES_MAX = 900

export interface StopSettings {
  readonly transport: Pick<Transport, 'stop' | 'follow'>
  readonly clock: Clock
  readonly random: () => number
  readonly wake: Wake
  readonly log: ThreadLog
  readonly closing: AbortSignal
  /** The turn has ended by itself. */
  readonly isOver: () => boolean
}

/**
 * Tells the server to stop a turn, and what it took back for it. What the network swallowed is said
 * again: nobody has to press the button twice for it.
 *
 * @throws AlcoveError, or the signal's reason.
 */
export async function askToStop(
  { kind, requestId }: Turn,
  settings: StopSettings,
): Promise<readonly RemovedMessage[]> {
  const { transport, log, closing, isOver } = settings
  const limits = { maxMs: STOP_RETRY_MAX_MS, retriesMax: STOP_RETRIES_MAX }
  const backoff = createBackoff({ ...settings, ...limits })
  // The call of an answer that is only followed had another name.
  const name = kind === 'follow' ? undefined : requestId
  try {
    for (;;) {
      try {
        return (await transport.stop?.(log.id, name, closing)) ?? []
      } catch (error) {
        const isLost = transport.follow !== undefined && isConnectionFailure(error)
        if (!isLost || isOver() || !(await backoff.next(closing)) || isOver()) throw error
      }
    }
  } finally {
    backoff.stop()
  }
}
