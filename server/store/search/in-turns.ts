import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long texts together take the process for so long in one turn of the event loop. */
export const LOOP_SHARE_MS = 5

/** Work on a text that pauses after each step, all of which are short: far below a millisecond. */
export type Steps<Result> = Generator<void, Result, void>

/** When the first step of this turn began. */
let turnStartedAt: number | undefined

/**
 * Does the work in as many turns of the event loop as it needs, so that other calls have theirs.
 * Undefined when nobody waits for the result any more.
 */
export async function inTurns<Result>(
  work: Steps<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  for (;;) {
    while (!hasShare()) await nextTurn()
    if (signal?.aborted === true) return undefined
    const step = work.next()
    if (step.done === true) return step.value
  }
}

function hasShare(): boolean {
  const now = performance.now()
  if (turnStartedAt !== undefined) return now - turnStartedAt < LOOP_SHARE_MS
  turnStartedAt = now
  setImmediate(() => (turnStartedAt = undefined))
  return true
}
