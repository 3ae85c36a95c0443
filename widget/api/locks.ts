import { type Clock, untilAborted } from './clock.ts'

/** The part of the browser's Web Locks that is used: one holder of a name among all tabs. */
export interface Locks {
  request<Result>(
    name: string,
    options: { signal: AbortSignal },
    task: () => Promise<Result>,
  ): Promise<Result>
}

/** Time limit for acquiring a lock. */
export interface LockWait {
  readonly clock: Clock
  readonly waitMs: number
}

/**
 * Runs a task under a lock, or at once in browsers without locks. With `limit` the task also runs if the lock is
 * not acquired in time: its holder may hang, or the browser's locks may.
 */
export async function underLock<Result>(
  locks: Locks | undefined,
  name: string,
  signal: AbortSignal,
  task: () => Promise<Result>,
  limit?: LockWait,
): Promise<Result> {
  if (!locks) return task()
  const waiting = new AbortController()
  const cancel = limit?.clock.after(limit.waitMs, () => waiting.abort())
  let running: Promise<Result> | undefined
  try {
    const asked = AbortSignal.any([signal, waiting.signal])
    await untilAborted(
      asked,
      // Limit: LOCK_WAIT_MS or LEADER_WAIT_MS, with `patience`: "goes on without a lock that does not come in time,
      // and not before". Without it a task is done by one tab, as long as that lives.
      locks.request(name, { signal: asked }, async () => {
        cancel?.()
        // After an abort there is no caller to run the task for.
        if (!asked.aborted) await (running = task())
      }),
    )
  } catch (error) {
    // A frame without storage has the API, but calls to it fail.
    if (!running && signal.aborted) throw error
  } finally {
    cancel?.()
  }
  return running ?? task()
}
