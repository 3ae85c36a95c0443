/** Clock of the models, passed in so that tests need no real time. */
export interface ModelClock {
  /** Monotonic, in milliseconds. */
  now(): number
  /** Resolves after `ms`, or as soon as `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: ModelClock = {
  now: () => performance.now(),
  // Limit: the given time, "waits for the next piece up to the limit, and not longer".
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve()
        return
      }
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
    }),
}
