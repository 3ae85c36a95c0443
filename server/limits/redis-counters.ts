import { randomId } from '../../shared/ids.ts'
import type { RedisConnection } from '../redis/connect-redis.ts'
import { createRedisGuard, type OutageLog } from '../redis/redis-guard.ts'
import {
  capacityOf,
  perMsOf,
  ROUNDING_SECONDS,
  type Counters,
  type Refusal,
  type Slot,
  type Wanted,
} from './counters.ts'

export interface RedisCountersParts {
  /** Closed by its creator, after the counters. */
  readonly connection: RedisConnection
  /** Counts while Redis fails. */
  readonly fallback: Counters
  readonly log: OutageLog
}

/** Maximum of leases that could not be released during an outage, and are released at its end. */
export const UNRELEASED_MAX = 1_000

const LEASE_ID_LENGTH = 24
const PROBE: Wanted = { name: 'probe', rule: { count: 1_000_000, windowSeconds: 1 }, key: '' }
const PROBE_PROJECT = '-'

/** Counts in Redis, where all servers count together, and in `fallback` whenever Redis fails. */
export function createRedisCounters({ connection, fallback, log }: RedisCountersParts): Counters {
  const redis = connection.client
  const unreleased = new Map<string, readonly string[]>()
  const onTheirWay = new Set<Promise<void>>()
  const guard = createRedisGuard({
    connection,
    probe: () => takeTokens(redis, PROBE_PROJECT, [PROBE]),
    log,
    texts: { out: 'this server counts its limits for itself', back: 'limits are counted there' },
    onReturn: releaseAll,
  })

  async function hold(keys: readonly string[], slots: readonly Slot[], ttlSeconds: number) {
    const lease = randomId(LEASE_ID_LENGTH)
    const life = Math.ceil(ttlSeconds * 1000)
    const maxima = slots.map(({ max }) => max)
    try {
      const answer = await redis.eval(HOLD_SCRIPT, keys.length, ...keys, lease, life, ...maxima)
      return answer === 1 ? () => release(keys, lease) : undefined
    } catch (error) {
      // Redis may have executed the call, and answered too late.
      remember(keys, lease)
      throw error
    }
  }

  function release(keys: readonly string[], lease: string) {
    const releasing = guard.call(
      async () => void (await Promise.all(keys.map((key) => redis.zrem(key, lease)))),
      async () => remember(keys, lease),
    )
    onTheirWay.add(releasing)
    void releasing.finally(() => onTheirWay.delete(releasing))
  }

  function remember(keys: readonly string[], lease: string) {
    unreleased.set(lease, keys)
    if (unreleased.size <= UNRELEASED_MAX) return
    const [oldest] = unreleased.keys()
    if (oldest !== undefined) unreleased.delete(oldest)
  }

  function releaseAll() {
    const waiting = [...unreleased]
    unreleased.clear()
    for (const [lease, keys] of waiting) release(keys, lease)
  }

  return {
    take: (projectId, wanted) =>
      guard.call(
        () => takeTokens(redis, projectId, wanted),
        () => fallback.take(projectId, wanted),
      ),
    hold: (projectId, slots, ttlSeconds) =>
      guard.call(
        () => {
          const keys = slots.map(({ name, key }) => keyOf(projectId, name, key))
          return hold(keys, slots, ttlSeconds)
        },
        () => fallback.hold(projectId, slots, ttlSeconds),
      ),
    async close() {
      await Promise.all(onTheirWay)
      guard.close()
      await fallback.close()
    },
  }
}

async function takeTokens(
  redis: RedisConnection['client'],
  projectId: string,
  wanted: readonly Wanted[],
): Promise<Refusal | undefined> {
  const keys = wanted.map(({ name, key }) => keyOf(projectId, name, key))
  const flows = wanted.flatMap(({ rule, count = 1 }) => [capacityOf(rule), perMsOf(rule), count])
  const answer = await redis.eval(TAKE_SCRIPT, keys.length, ...keys, ...flows, ROUNDING_SECONDS)
  const [waitSeconds, slowest] = answer as [number, number]
  const refusing = wanted[slowest - 1]
  return refusing && { name: refusing.name, waitSeconds }
}

/** The braces keep a project's keys on one node of a cluster, as scripts over several keys need. */
const keyOf = (projectId: string, name: string, key: string): string =>
  `alcove:{${projectId}}:${name}:${key}`

/**
 * Takes tokens from the bucket of each key, or none at all. Returns `{ 0, 0 }`, or the longest wait in
 * seconds and the number of its key.
 *
 * Uses Redis' clock: clocks of servers differ, and a bucket that is filled by one and emptied by another
 * would gain or lose the difference at each call.
 *
 * ARGV: for each key its capacity, its inflow in a millisecond, and the tokens to take; then the allowance
 * for rounding, in seconds. A full bucket is deleted, since a new one starts full.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local rounding = tonumber(ARGV[#ARGV])
local levels, wait, slowest = {}, 0, 0
for i, key in ipairs(KEYS) do
  local capacity, perMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local bucket = redis.call('HMGET', key, 'tokens', 'at')
  local tokens = tonumber(bucket[1]) or capacity
  local elapsed = math.max(0, now - (tonumber(bucket[2]) or now))
  levels[i] = math.min(capacity, tokens + elapsed * perMs)
  local seconds = math.ceil((tonumber(ARGV[3 * i]) - levels[i]) / perMs / 1000 - rounding)
  if seconds > wait then wait, slowest = seconds, i end
end
if wait > 0 then return { wait, slowest } end
for i, key in ipairs(KEYS) do
  local capacity, perMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local left = levels[i] - tonumber(ARGV[3 * i])
  redis.call('HSET', key, 'tokens', string.format('%.17g', left), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', key, math.ceil((capacity - left) / perMs))
end
return { 0, 0 }
`

/**
 * Adds a lease to the set of each key, or to none. Returns 1, or 0 if one of them is full. Expired leases are
 * removed, which frees the places of a process that died.
 *
 * ARGV: the lease's id and its life in milliseconds; then for each key its maximum.
 */
export const HOLD_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
  if redis.call('ZCARD', key) >= tonumber(ARGV[i + 2]) then return 0 end
end
local lease, life = ARGV[1], tonumber(ARGV[2])
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, string.format('%.0f', now + life), lease)
  local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
  redis.call('PEXPIREAT', key, string.format('%.0f', tonumber(last)))
end
return 1
`
