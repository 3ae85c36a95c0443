import type { Counters } from './limits/counters.ts'
import { createMemoryCounters } from './limits/memory-counters.ts'
import { createRedisCounters } from './limits/redis-counters.ts'
import type { Log } from './log.ts'
import type { RedisConnection } from './redis/connect-redis.ts'

/** Where limits are counted: here, or in a Redis that several servers share. */
export function openCounters(
  connection: RedisConnection | undefined,
  log: Log,
  now: () => number,
): Counters {
  const memory = createMemoryCounters(now)
  return connection ? createRedisCounters({ connection, fallback: memory, log }) : memory
}
