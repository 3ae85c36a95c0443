import { AlcoveError } from '../../shared/errors.ts'

/** Clock and timers, passed in so that tests control time. */
export interface Clock {
  /** Milliseconds since 1970; jumps when the computer's clock is set. */
  now(): number
  /** Milliseconds since an arbitrary start; never jumps. */
  uptime(): number
  /** Calls `task` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void
}

export interface TimeLimit {
  readonly clock: Clock
  readonly limitMs: number
  /** Name of the task, for the text of the error. */
  readonly operation: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a task with a time limit. Rejects after `limitMs`, or when `signal` aborts, even if the task ignores the
 * signal that it gets.
 *
 * @throws AlcoveError `call_timeout`; the signal's reason; any error of the task.
 */
export async function withTimeLimit<Result>(
  { clock, limitMs, operation, signal }: TimeLimit,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const joined = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  const cancel = clock.after(limitMs, () =>
    limit.abort(new AlcoveError('call_timeout', `${operation} took longer than ${limitMs} ms.`)),
  )
  try {
    return await untilAborted(joined, task(joined))
  } finally {
    cancel()
  }
}

/** Returns the promise's result, or rejects with the signal's reason as soon as it aborts. */
// Limit: that of the signal, "gives up a task at its limit and not before, also one that ignores the signal".
export function untilAborted<Result>(
  signal: AbortSignal,
  promise: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
      .catch(() => {})
  })
}

/** Waits. Rejects with the signal's reason if it aborts first. */
// Limit: the given delay, "gives up a task at its limit and not before, also one that ignores the signal".
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const abort = () => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })
  })
}
