/**
 * Calls `tell` at most once in `everyMs`, for events that may happen thousands of times in a second.
 *
 * @param now milliseconds, from any fixed point.
 */
export function createThrottle(everyMs: number, now: () => number): (tell: () => void) => void {
  let toldAt = -Infinity
  return (tell) => {
    if (now() - toldAt < everyMs) return
    toldAt = now()
    tell()
  }
}
