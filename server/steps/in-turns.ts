import { setImmediate as nextTurn } from 'node:timers/promises'

/** Time that work of one kind may take in one turn of the event loop. */
export const LOOP_SHARE_MS = 5

/** Work that pauses after each step; a step is short, about a millisecond at most. */
export type Steps<Result> = Generator<void, Result, void>

/** Reads each item in a separate step. */
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
 * A share of each turn of the event loop, for all work of one kind together. Call it between two steps: it
 * returns the turn to wait for once the share is used up, or `undefined` while some is left.
 */
export function createLoopShare(): () => Promise<void> | undefined {
  /** Start of the first step of this turn. */
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
 * Each runs one step of a task, and returns whether there are more. A task goes to the end of the queue after
 * each step, so that short ones need not wait for long ones.
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
 * Runs the task in as many turns of the event loop as it needs, so that other calls run between; all tasks of
 * this kind take turns, step by step. An abort of `signal` ends the task early: then
 * the result is undefined.
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
