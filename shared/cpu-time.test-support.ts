/**
 * Gives a function that says how many milliseconds of the processor this thread has taken since. What other
 * programs and other tests take meanwhile does not count, so a bound holds on a busy machine as well.
 */
export function startCpuTimer(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}
