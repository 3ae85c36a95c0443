/**
 * Returns a function that returns the processor time of this thread since now, in milliseconds. Time of other
 * programs and other tests does not count, so a limit holds on a busy machine as well.
 */
export function startCpuTimer(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}
