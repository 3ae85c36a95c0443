/** Number of different keys that are reported in an hour, so that made-up ones cannot fill the log's disk. */
export const TOLD_MAX = 100
const FORGET_MS = 3_600_000

/** Calls `tell` at most once an hour for each key. */
export function createTellOnce(now: () => number) {
  const told = new Set<string>()
  let since = now()

  return (key: string, tell: () => void): void => {
    if (now() - since >= FORGET_MS) {
      told.clear()
      since = now()
    }
    if (told.has(key) || told.size >= TOLD_MAX) return
    told.add(key)
    tell()
  }
}
