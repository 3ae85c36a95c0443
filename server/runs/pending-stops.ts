/** A stop that comes before its chat call is kept this long, and wins. */
export const PENDING_STOP_MS = 10_000
/** How many are kept at once; the oldest goes first. */
export const PENDING_STOPS_MAX = 10_000

export interface PendingStops {
  add(key: string): void
  /** Whether a stop waits for this call; it is used up. */
  take(key: string): boolean
}

export function createPendingStops(now: () => number): PendingStops {
  const stops = new Map<string, number>()

  function dropOld() {
    for (const [key, at] of stops) {
      if (now() - at <= PENDING_STOP_MS && stops.size <= PENDING_STOPS_MAX) return
      stops.delete(key)
    }
  }

  return {
    add(key) {
      stops.delete(key)
      stops.set(key, now())
      dropOld()
    },
    take(key) {
      dropOld()
      return stops.delete(key)
    },
  }
}
