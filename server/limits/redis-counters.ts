import { randomId } from '../../shared/ids.ts'
import type { RedisConnection } from '../redis/connect-redis.ts'
import type { Counters, Refusal, Slot, Wanted } from './counters.ts'
import { createRedisGuard } from '../redis/redis-guard.ts'
import { HOLD_SCRIPT, TAKE_SCRIPT } from './redis-scripts.ts'
import { capacityOf, perMsOf, ROUNDING_SECONDS } from './token-buckets.ts'

/** Where an outage is told, once, and its end. */
export interface OutageLog {
  warn(fields: Readonly<Record<string, unknown>>, text: string): void
  info(fields: Readonly<Record<string, unknown>>, text: string): void
}

export interface RedisCountersParts {
  /** Whoever made it closes it, after the counters. */
  readonly connection: RedisConnection
  /** Counts while Redis does not work. */
  readonly fallback: Counters
  readonly log: OutageLog
}

/** Leases that an outage kept from being given back, remembered until its end. */
export const UNRELEASED_MAX = 1_000

const LEASE_ID_LENGTH = 24
const PROBE: Wanted = { name: 'probe', rule: { count: 1_000_000, windowSeconds: 1 }, key: '' }
const PROBE_PROJECT = '-'

/** Counts in Redis, where all servers count together, and in `fallback` whenever that fails. */
export function createRedisCounters({ connection, fallback, log }: RedisCountersParts): Counters {
  const redis = connection.client
  const unreleased = new Map<string, readonly string[]>()
  const onTheirWay = new Set<Promise<void>>()
  const guard = createRedisGuard({
    probe: () => take(PROBE_PROJECT, [PROBE]),
    onOutage(error) {
      // A refused command says only that there is no connection.
      const err = connection.trouble() ?? error
      log.warn({ err }, 'Redis does not work: this server counts its limits for itself')
    },
    onReturn() {
      log.info({}, 'Redis works again: limits are counted there')
      releaseAll()
    },
  })

  async function take(projectId: string, wanted: readonly Wanted[]): Promise<Refusal | undefined> {
    const keys = wanted.map(({ name, key }) => keyOf(projectId, name, key))
    const flows = wanted.flatMap(({ rule, count = 1 }) => [capacityOf(rule), perMsOf(rule), count])
    const answer = await redis.eval(TAKE_SCRIPT, keys.length, ...keys, ...flows, ROUNDING_SECONDS)
    const [waitSeconds, slowest] = answer as [number, number]
    const refusing = wanted[slowest - 1]
    return refusing && { name: refusing.name, waitSeconds }
  }

  async function hold(keys: readonly string[], slots: readonly Slot[], ttlSeconds: number) {
    const lease = randomId(LEASE_ID_LENGTH)
    const life = Math.ceil(ttlSeconds * 1000)
    const maxima = slots.map(({ max }) => max)
    try {
      const answer = await redis.eval(HOLD_SCRIPT, keys.length, ...keys, lease, life, ...maxima)
      return answer === 1 ? () => release(keys, lease) : undefined
    } catch (error) {
      // Redis may have heard it all the same, and answered too late.
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
        () => take(projectId, wanted),
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

/** The braces keep a project's keys on one node of a cluster, as scripts over several keys need. */
const keyOf = (projectId: string, name: string, key: string): string =>
  `alcove:{${projectId}}:${name}:${key}`
