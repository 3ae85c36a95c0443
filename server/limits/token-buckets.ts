import type { LimitRule } from './limit-table.ts'

/** Keys remembered for one rule; beyond it the one that was quiet longest is forgotten. */
export const BUCKETS_MAX = 50_000

/** Absorbs rounding, so that waiting as long as told is always enough. */
const ROUNDING_SECONDS = 1e-6

interface Bucket {
  tokens: number
  /** Milliseconds. */
  filledAt: number
}

/** One rule's buckets: each key has its own, fills evenly, and starts full. */
export interface TokenBuckets {
  /** Seconds until the key has a token: 0 when it has one. */
  waitSeconds(key: string): number
  /** Takes one. Call it only when {@link waitSeconds} is 0. */
  take(key: string): void
  /** How many keys are remembered. */
  size(): number
}

export function createTokenBuckets(rule: LimitRule, now: () => number): TokenBuckets {
  const capacity = Math.min(rule.burst ?? rule.count, rule.count)
  const perMs = rule.count / (rule.windowSeconds * 1000)
  // A map keeps the order of insertion: taking moves a key to the end, so the quietest is first.
  const buckets = new Map<string, Bucket>()

  function fill(key: string): Bucket {
    const bucket = buckets.get(key) ?? { tokens: capacity, filledAt: now() }
    const elapsed = Math.max(0, now() - bucket.filledAt)
    return { tokens: Math.min(capacity, bucket.tokens + elapsed * perMs), filledAt: now() }
  }

  return {
    waitSeconds(key) {
      const seconds = (1 - fill(key).tokens) / perMs / 1000
      return Math.max(0, Math.ceil(seconds - ROUNDING_SECONDS))
    },
    take(key) {
      const bucket = fill(key)
      buckets.delete(key)
      buckets.set(key, { ...bucket, tokens: bucket.tokens - 1 })
      if (buckets.size <= BUCKETS_MAX) return
      const [quietest] = buckets.keys()
      if (quietest !== undefined) buckets.delete(quietest)
    },
    size: () => buckets.size,
  }
}
