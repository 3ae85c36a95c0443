/** Callers that come while a task runs share its result; the next caller after it starts it again. */
export function createSingleFlight<Result>(task: () => Promise<Result>): {
  run(): Promise<Result>
  readonly isRunning: boolean
} {
  let flight: Promise<Result> | null = null
  return {
    run() {
      flight ??= task().finally(() => {
        flight = null
      })
      return flight
    },
    get isRunning() {
      return flight !== null
    },
  }
}
