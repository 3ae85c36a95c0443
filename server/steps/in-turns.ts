import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work of one kind takes the process for so long in one turn of the event loop. */
export const LOOP_SHARE_MS = 5

/** Work that pauses after each step, all of which are short: about a millisecond at most. */
export type Steps<Result> = Generator<void, Result, void>

/** Reads each item in a step of its own. */
export function* eachInStep<Item, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Result,
): Steps<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(read(item, index))
    yield
  }
  return results
}

/**
 * A share of each turn of the event loop, for all work of one kind together. Asked between two steps, it
 * says which turn to wait for once the share is used up; `undefined`: there is more of it.
 */
export function createLoopShare(): () => Promise<void> | undefined {
  /** When the first step of this turn began. */
  let turnStartedAt: number | undefined
  return () => {
    const now = performance.now()
    if (turnStartedAt !== undefined) {
      return now - turnStartedAt < LOOP_SHARE_MS ? undefined : nextTurn()
    }
    turnStartedAt = now
    setImmediate(() => (turnStartedAt = undefined))
    return undefined
  }
}

/**
 * Each does one step of a work, and returns whether there are more. Whoever had a step goes behind those who wait for
 * theirs: a long work makes no short one wait for its end.
 */
const waiting: (() => boolean)[] = []
const afterShare = createLoopShare()
let isRunning = false

async function runWaiting(): Promise<void> {
  isRunning = true
  for (let advance = waiting.shift(); advance; advance = waiting.shift()) {
    for (let turn = afterShare(); turn; turn = afterShare()) await turn
    if (advance()) waiting.push(advance)
  }
  isRunning = false
}

/**
 * Does the work in as many turns of the event loop as it needs, so that other calls have theirs; all work of this
 * kind goes on side by side, step by step. Undefined when nobody waits for the result any more.
 */
export function inTurns<Result>(work: Steps<Result>): Promise<Result>
export function inTurns<Result>(
  work: Steps<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined>
export function inTurns<Result>(
  work: Steps<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  // No limit: steps of this process, taken in turns.
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        const step = signal?.aborted === true ? undefined : work.next()
        if (step && step.done !== true) return true
        resolve(step?.value)
        return false
      } catch (error) {
        reject(error)
        return false
      }
    })
    if (!isRunning) void runWaiting()
  })
}
