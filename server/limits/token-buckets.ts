import type { RateRule } from './limit-table.ts'

/** Keys remembered for one rule; beyond it the one that was quiet longest is forgotten. */
export const BUCKETS_MAX = 50_000

/** Absorbs rounding, so that waiting as long as told is always enough. */
export const ROUNDING_SECONDS = 1e-6

interface Bucket {
  tokens: number
  /** Milliseconds. */
  filledAt: number
}

/** One limit's buckets: each key has its own, fills evenly, and starts full. */
export interface TokenBuckets {
  /** Seconds until the key has `count` tokens, 1 by default: 0 when it has them. */
  waitSeconds(rule: RateRule, key: string, count?: number): number
  /** Takes them. Call it only when {@link waitSeconds} is 0. */
  take(rule: RateRule, key: string, count?: number): void
  /** How many keys are remembered. */
  size(): number
}

export function createTokenBuckets(now: () => number): TokenBuckets {
  // A map keeps the order of insertion: taking moves a key to the end, so the quietest is first.
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

/** How many tokens a full bucket holds. */
export const capacityOf = ({ count, burst = count }: RateRule): number => Math.min(burst, count)

/** How fast a bucket fills: tokens in a millisecond. */
export const perMsOf = ({ count, windowSeconds }: RateRule): number =>
  count / (windowSeconds * 1000)
