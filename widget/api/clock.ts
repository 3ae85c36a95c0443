import { AlcoveError } from '../../shared/errors.ts'

/** Time, passed in so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970; jumps when somebody sets the computer's clock. */
  now(): number
  /** Milliseconds since some start; never jumps. */
  uptime(): number
  /** Calls `task` once after `delayMs`; returns how to cancel it. */
  after(delayMs: number, task: () => void): () => void
}

export interface TimeLimit {
  readonly clock: Clock
  readonly limitMs: number
  /** What takes so long, for the error's text. */
  readonly operation: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a task that may never end: it is given up after `limitMs`, or when `signal` aborts, also
 * when the task itself ignores the signal it gets.
 *
 * @throws AlcoveError `call_timeout`; the signal's reason; whatever the task throws.
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

/** The promise's result, or the signal's reason as soon as it aborts. */
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

/** Waits; rejects with the signal's reason when it aborts first. */
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
