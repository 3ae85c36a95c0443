import { Session } from 'node:inspector'

/** The used part of the profiler's result. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

/**
 * Counts executions of the code blocks in a room (functions, branches, loop bodies). The engine counts them, so
 * unlike a time, the figure is the same on every machine and in every run. Work inside the engine's own functions
 * does not count. Code that was loaded before the counter is not counted in full: import it afterwards.
 */
export function createOperationCounter(room: string): (work: () => void) => number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

  /** The counts since the last call. */
  function take(): number {
    let count = 0
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw new Error(error.message)
      for (const { url, functions } of (answer as Coverage).result) {
        if (!url.includes(room)) continue
        for (const { ranges } of functions) for (const range of ranges) count += range.count
      }
    })
    return count
  }

  return (work) => {
    take()
    work()
    return take()
  }
}
