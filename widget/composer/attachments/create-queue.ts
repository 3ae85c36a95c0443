/** Runs so many tasks at once; the others wait in line. */
export interface Queue {
  /** Does not start a task whose signal has aborted by then. */
  run(task: () => Promise<void>, signal: AbortSignal): void
}

export function createQueue(size: number): Queue {
  const waiting: { task: () => Promise<void>; signal: AbortSignal }[] = []
  let running = 0

  function pump() {
    while (running < size) {
      const next = waiting.shift()
      if (!next) return
      if (next.signal.aborted) continue
      running += 1
      void next.task().finally(() => {
        running -= 1
        pump()
      })
    }
  }

  return {
    run(task, signal) {
      waiting.push({ task, signal })
      pump()
    },
  }
}
