import type { Clock } from '../api/clock.ts'
import { createBackoff } from './backoff.ts'
import { isPassingFailure } from './passing-failure.ts'
import { peekRows, type PeekedStream } from './peek-rows.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport } from './transport.ts'
import type { Wake } from './wake.ts'

/** An answer that the server makes, found by its thread, from its first word on. */
export type RunningAnswer = PeekedStream

export interface FindRunningSettings {
  readonly follow: NonNullable<Transport['follow']>
  readonly clock: Clock
  readonly random: () => number
  readonly wake: Wake
  readonly log: ThreadLog
  readonly signal: AbortSignal
}

/** Whichever answer runs, all of it. */
export const FROM_THE_START = { answerId: null, position: 0 } as const

/**
 * Asks what runs in a thread, as long as the network does not let anybody answer. `null`: nothing
 * does; `undefined`: the server does not say. Never fails.
 */
export async function findRunning(
  settings: FindRunningSettings,
): Promise<RunningAnswer | null | undefined> {
  const { signal } = settings
  const backoff = createBackoff(settings)
  try {
    for (;;) {
      try {
        return await findOnce(settings)
      } catch (error) {
        if (!isPassingFailure(error) || !(await backoff.next(signal))) return undefined
      }
    }
  } catch {
    return undefined
  } finally {
    backoff.stop()
  }
}

async function findOnce({ follow, clock, log, signal }: FindRunningSettings) {
  const stream = await follow(log.id, FROM_THE_START, signal)
  return stream && peekRows(stream, clock, signal)
}
