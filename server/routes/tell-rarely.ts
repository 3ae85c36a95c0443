/**
 * Tells of something that may happen thousands of times in a second, at most once in so many milliseconds.
 *
 * @param now milliseconds, from any fixed point.
 */
export function createRareTeller(everyMs: number, now: () => number): (tell: () => void) => void {
  let toldAt = -Infinity
  return (tell) => {
    if (now() - toldAt < everyMs) return
    toldAt = now()
    tell()
  }
}
