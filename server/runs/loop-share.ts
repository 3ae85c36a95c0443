import { setImmediate as nextTurn } from 'node:timers/promises'

/** All answers together take the process for so long at once. */
export const LOOP_SHARE_MS = 5

/** When the first answer was served in this turn of the event loop. */
let turnStartedAt: number | undefined

/**
 * Waits for the next turn when the answers have had their share of this one: models that are faster
 * than the process would leave nothing to anybody else. `undefined`: there is more for them.
 */
export function afterShare(): Promise<void> | undefined {
  const now = performance.now()
  if (turnStartedAt !== undefined) {
    return now - turnStartedAt < LOOP_SHARE_MS ? undefined : nextTurn()
  }
  turnStartedAt = now
  setImmediate(() => (turnStartedAt = undefined))
  return undefined
}
