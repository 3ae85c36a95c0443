/** Runs these in order, each in a moment of its own when nothing else is to do. */
export function inIdleMoments(tasks: Iterable<() => void>): void {
  const rest = tasks[Symbol.iterator]()
  const runNext = () => {
    const task = rest.next()
    if (task.done) return
    task.value()
    whenIdle(runNext)
  }
  whenIdle(runNext)
}

function whenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
  else setTimeout(run)
}
