/** Keys with a lease that are remembered; beyond it the one that was quiet longest is forgotten. */
export const LEASE_KEYS_MAX = 50_000

/** Who holds a place at each key, and until when. */
export interface Leases {
  /** How many are held. */
  count(key: string): number
  add(key: string, id: string, ttlSeconds: number): void
  remove(key: string, id: string): void
  /** How many keys are remembered. */
  size(): number
}

/** @param now milliseconds. */
export function createLeases(now: () => number): Leases {
  const endsByKey = new Map<string, Map<string, number>>()

  return {
    count(key) {
      const ends = endsByKey.get(key)
      if (!ends) return 0
      for (const [id, end] of ends) if (end <= now()) ends.delete(id)
      if (ends.size === 0) endsByKey.delete(key)
      return ends.size
    },
    add(key, id, ttlSeconds) {
      const ends = endsByKey.get(key) ?? new Map<string, number>()
      endsByKey.delete(key)
      endsByKey.set(key, ends.set(id, now() + ttlSeconds * 1000))
      if (endsByKey.size <= LEASE_KEYS_MAX) return
      const [quietest] = endsByKey.keys()
      if (quietest !== undefined) endsByKey.delete(quietest)
    },
    remove(key, id) {
      const ends = endsByKey.get(key)
      ends?.delete(id)
      if (ends?.size === 0) endsByKey.delete(key)
    },
    size: () => endsByKey.size,
  }
}
