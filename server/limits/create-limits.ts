import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from './identity.ts'
import type { LimitName, LimitTable } from './limit-table.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

/** Each method counts one call of its kind. @throws AlcoveError `rate_limited` (`data.retryAfter`, seconds). */
export interface Limits {
  /** A new visitor without a name. */
  takeAnonymous(projectId: string, address: string): void
  takeRefresh(address: string): void
  /** Any call, before it is known who calls. */
  takeAddressCall(address: string): void
  takeUserCall(identity: Identity): void
  /** A chat call: the one that costs money. */
  takeRun(identity: Identity): void
}

type Taken = readonly [name: LimitName, key: string]

/** Counts in memory, so a restart forgets: limits are against floods, not for billing. */
export function createLimits(table: LimitTable | 'off', now: () => number): Limits {
  const buckets = new Map<LimitName, TokenBuckets>()

  function bucketsOf(name: LimitName, rules: LimitTable): TokenBuckets {
    const existing = buckets.get(name) ?? createTokenBuckets(rules[name], now)
    buckets.set(name, existing)
    return existing
  }

  /** All or none: a call that one rule refuses uses up nothing of the others. */
  function take(...wanted: readonly Taken[]) {
    if (table === 'off') return
    const pairs = wanted.map(([name, key]) => ({ buckets: bucketsOf(name, table), key }))
    const wait = Math.max(...pairs.map((pair) => pair.buckets.waitSeconds(pair.key)))
    if (wait > 0) throw createLimitError(wait)
    for (const pair of pairs) pair.buckets.take(pair.key)
  }

  return {
    takeAnonymous: (projectId, address) =>
      take(['anonymousPerAddressPerMinute', address], ['anonymousPerProjectPerHour', projectId]),
    takeRefresh: (address) => take(['refreshesPerAddressPer5Minutes', address]),
    takeAddressCall: (address) => take(['callsPerAddressPerMinute', address]),
    takeUserCall: (identity) => take(['callsPerUserPerMinute', userKey(identity)]),
    takeRun(identity) {
      const key = userKey(identity)
      if (identity.kind === 'host') take(['runsPerUserPerMinute', key], ['runsPerUserPerDay', key])
      else take(['runsPerAnonymousUserPerMinute', key], ['runsPerAnonymousUserPerDay', key])
    },
  }
}

const userKey = ({ projectId, userId }: Identity): string => `${projectId} ${userId}`

function createLimitError(retryAfter: number): AlcoveError {
  const wait = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new AlcoveError('rate_limited', `Too many requests. Try again in ${wait}.`, {
    data: { retryAfter },
  })
}
