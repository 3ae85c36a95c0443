import type { RedisConnection } from '../redis/connect-redis.ts'
import { createRedisGuard, type RedisGuard } from '../redis/redis-guard.ts'
import { createRedisReader } from './redis-reader.ts'
import { createRedisWakes } from './redis-wakes.ts'
import { streamKey } from './stream-key.ts'
import type { LogWriter, SharedLog } from './stream-log.ts'

/** The events of one run that came within this time are written together. */
export const FLUSH_MS = 10
/** A run's log is gone so long after its last event; a run has ended long before. */
export const LOG_KEPT_MS = 900_000
/** An ended run's log stays readable for those who come late. */
export const ENDED_LOG_KEPT_MS = 60_000

/** Where an outage is told, once, and its end. */
export interface OutageLog {
  warn(fields: Readonly<Record<string, unknown>>, text: string): void
  info(fields: Readonly<Record<string, unknown>>, text: string): void
}

export interface RedisLogParts {
  /** Whoever made it closes it, after the log. */
  readonly connection: RedisConnection
  readonly log: OutageLog
}

/**
 * The events of all processes in Redis Streams, one stream a run. An entry holds the position of its
 * first event (`n`) and the events' texts (`t`), or the texts that close the run (`l`). What cannot be
 * written is left out: readers see the gap, and find what is missing in the store.
 */
export function createRedisLog({ connection, log }: RedisLogParts): SharedLog {
  const guard = createRedisGuard({
    probe: () => connection.client.set('alcove:streams:probe', '1', 'PX', 1_000),
    onOutage(error) {
      const err = connection.trouble() ?? error
      log.warn(
        { err },
        'Redis does not work: answers of other servers are followed in the database',
      )
    },
    onReturn: () => log.info({}, 'Redis works again: answers are followed there'),
  })
  const wakes = createRedisWakes(connection.client)
  return {
    open: (runId) => createWriter(connection, guard, runId),
    follow: (runId) => createRedisReader({ client: connection.client, guard, wakes, runId }),
    close() {
      guard.close()
      wakes.close()
    },
  }
}

function createWriter({ client }: RedisConnection, guard: RedisGuard, runId: string): LogWriter {
  const key = streamKey(runId)
  let text = ''
  let first = 1
  let next = 1
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    timer = undefined
    if (text === '') return
    void write(['n', String(first), 't', text], LOG_KEPT_MS)
    text = ''
    first = next
  }

  const write = (fields: string[], keptMs: number) =>
    guard.call(
      async () => {
        // Sent together: whoever is woken finds the entry.
        await Promise.all([
          client.xadd(key, '*', ...fields),
          client.pexpire(key, keptMs),
          client.publish(key, ''),
        ])
      },
      () => Promise.resolve(),
    )

  return {
    append(event) {
      text += event
      next += 1
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    end(last) {
      clearTimeout(timer)
      flush()
      void write(['n', String(next), 'l', last], ENDED_LOG_KEPT_MS)
    },
  }
}
