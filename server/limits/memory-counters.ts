import { randomId } from '../../shared/ids.ts'
import type { Counters } from './counters.ts'
import { createLeases, type Leases } from './leases.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

const LEASE_ID_LENGTH = 24

/**
 * Counts in this process: a restart forgets, and several servers count each for itself.
 *
 * @param now milliseconds.
 */
export function createMemoryCounters(now: () => number): Counters {
  // A map for each limit, so that a flood of one limit's keys pushes out no other's.
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

/** A project's id holds no space: no two pairs give one key. */
const keyOf = (projectId: string, key: string): string => `${projectId} ${key}`

function getOrMake<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const value = map.get(name) ?? make()
  map.set(name, value)
  return value
}
