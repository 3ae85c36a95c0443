import { randomId } from '../../shared/ids.ts'
import { capacityOf, perMsOf, ROUNDING_SECONDS, type Counters } from './counters.ts'
import type { RateRule } from './limit-table.ts'

const LEASE_ID_LENGTH = 24

/**
 * Counts in this process: a restart resets the counts, and several servers count separately.
 *
 * @param now milliseconds.
 */
export function createMemoryCounters(now: () => number): Counters {
  // A map for each limit, so that a flood of keys of one limit does not evict those of others.
  const buckets = new Map<string, TokenBuckets>()
  const leases = new Map<string, Leases>()

  return {
    take(projectId, wanted) {
      const pairs = wanted.map(({ name, rule, key, count }) => {
        const ofName = getOrMake(buckets, name, () => createTokenBuckets(now))
        const fullKey = keyOf(projectId, key)
        return {
          name,
          waitSeconds: ofName.waitSeconds(rule, fullKey, count),
          take: () => ofName.take(rule, fullKey, count),
        }
      })
      const [longest] = pairs.toSorted((a, b) => b.waitSeconds - a.waitSeconds)
      if (longest && longest.waitSeconds > 0) {
        return Promise.resolve({ name: longest.name, waitSeconds: longest.waitSeconds })
      }
      for (const pair of pairs) pair.take()
      return Promise.resolve(undefined)
    },

    hold(projectId, slots, ttlSeconds) {
      const id = randomId(LEASE_ID_LENGTH)
      const places = slots.map(({ name, key, max }) => ({
        ofName: getOrMake(leases, name, () => createLeases(now)),
        key: keyOf(projectId, key),
        max,
      }))
      const isFull = places.some(({ ofName, key, max }) => ofName.count(key) >= max)
      if (isFull) return Promise.resolve(undefined)
      for (const { ofName, key } of places) ofName.add(key, id, ttlSeconds)
      return Promise.resolve(() => {
        for (const { ofName, key } of places) ofName.remove(key, id)
      })
    },

    close: () => Promise.resolve(),
  }
}

/** A project's id contains no space, so keys are unique. */
const keyOf = (projectId: string, key: string): string => `${projectId} ${key}`

function getOrMake<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const value = map.get(name) ?? make()
  map.set(name, value)
  return value
}

/** Maximum of keys for one rule; beyond it the least recently used one is evicted. */
export const BUCKETS_MAX = 50_000

interface Bucket {
  tokens: number
  /** Milliseconds. */
  filledAt: number
}

/** Buckets of one limit: each key has its own, which fills evenly, and starts full. */
export interface TokenBuckets {
  /** Seconds until the key has `count` tokens, 1 by default: 0 if it has them. */
  waitSeconds(rule: RateRule, key: string, count?: number): number
  /** Takes them. Call it only when {@link waitSeconds} is 0. */
  take(rule: RateRule, key: string, count?: number): void
  /** Number of remembered keys. */
  size(): number
}

export function createTokenBuckets(now: () => number): TokenBuckets {
  // A map keeps the order of insertion: taking moves a key to the end, so the least recently used is first.
  const buckets = new Map<string, Bucket>()

  function fill(rule: RateRule, key: string): Bucket {
    const capacity = capacityOf(rule)
    const at = now()
    const bucket = buckets.get(key) ?? { tokens: capacity, filledAt: at }
    const elapsed = Math.max(0, at - bucket.filledAt)
    return { tokens: Math.min(capacity, bucket.tokens + elapsed * perMsOf(rule)), filledAt: at }
  }

  return {
    waitSeconds(rule, key, count = 1) {
      const seconds = (count - fill(rule, key).tokens) / perMsOf(rule) / 1000
      return Math.max(0, Math.ceil(seconds - ROUNDING_SECONDS))
    },
    take(rule, key, count = 1) {
      const bucket = fill(rule, key)
      buckets.delete(key)
      buckets.set(key, { ...bucket, tokens: bucket.tokens - count })
      if (buckets.size <= BUCKETS_MAX) return
      const [quietest] = buckets.keys()
      if (quietest !== undefined) buckets.delete(quietest)
    },
    size: () => buckets.size,
  }
}

/** Maximum of keys with leases; beyond it the least recently used one is evicted. */
export const LEASE_KEYS_MAX = 50_000

/** Leases of each key, with their expiry. */
export interface Leases {
  /** Number of current leases. */
  count(key: string): number
  add(key: string, id: string, ttlSeconds: number): void
  remove(key: string, id: string): void
  /** Number of remembered keys. */
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
