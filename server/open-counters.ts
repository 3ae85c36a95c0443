import { connectRedis } from './limits/connect-redis.ts'
import type { Counters } from './limits/counters.ts'
import { createMemoryCounters } from './limits/memory-counters.ts'
import { createRedisCounters } from './limits/redis-counters.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** Where limits are counted: here, or in a Redis that several servers share. */
export async function openCounters(
  { redisUrl }: Pick<Settings, 'redisUrl'>,
  log: Log,
  now: () => number,
): Promise<Counters> {
  const memory = createMemoryCounters(now)
  if (redisUrl === undefined) return memory
  const connection = await connectRedis(redisUrl)
  const counters = createRedisCounters({ connection, fallback: memory, log })
  return {
    ...counters,
    async close() {
      await counters.close()
      connection.close()
    },
  }
}
