import type { Redis } from 'ioredis'
import type { RedisConnection } from '../redis/connect-redis.ts'
import { createRedisGuard, type OutageLog, type RedisGuard } from '../redis/redis-guard.ts'
import type { LogWriter } from './memory-log.ts'
import type { LogPage, SharedLog, SharedReader } from './shared-log.ts'

/** Events of one run within this time are written together. */
export const FLUSH_MS = 10
/** Expiry of a run's log after its last event; a run has ended long before. */
export const LOG_KEPT_MS = 900_000
/** Interval at which the expiry is renewed: a log that Redis lost is a new one without an expiry. */
const KEPT_RENEWAL_MS = 1_000
/** Time that an ended run's log stays readable for late readers. */
export const ENDED_LOG_KEPT_MS = 60_000
/** Maximum of entries in one read. */
export const ENTRIES_PER_READ = 500
const EVENT_END = '\n\n'
const NOTHING: LogPage = { events: [] }

/** A run's stream and its channel. The braces keep both on one node of a cluster. */
export const streamKey = (runId: string): string => `alcove:stream:{${runId}}`

export interface RedisLogParts {
  /** Closed by its creator, after the log. */
  readonly connection: RedisConnection
  readonly log: OutageLog
}

/**
 * The events of all processes in Redis Streams, one stream for each run. An entry holds the position of its
 * first event (`n`) and the events' texts (`t`), or the texts that close the run (`l`). Failed writes are
 * dropped: readers see the gap, and find the missing events in the store.
 */
export function createRedisLog({ connection, log }: RedisLogParts): SharedLog {
  const guard = createRedisGuard({
    connection,
    probe: () => connection.client.set('alcove:streams:probe', '1', 'PX', 1_000),
    log,
    texts: {
      out: 'answers of other servers are followed in the database',
      back: 'answers are followed there',
    },
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
  let renewedAt = -Infinity

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
        const now = performance.now()
        const isRenewal = keptMs !== LOG_KEPT_MS || now - renewedAt >= KEPT_RENEWAL_MS
        // Sent together, so that a woken reader finds the entry.
        await Promise.all([
          client.xadd(key, '*', ...fields),
          isRenewal && client.pexpire(key, keptMs),
          client.publish(key, ''),
        ])
        if (isRenewal) renewedAt = now
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

interface RedisReaderParts {
  readonly client: Redis
  readonly guard: RedisGuard
  readonly wakes: RedisWakes
  readonly runId: string
}

/** Result of a read, and whether an immediate retry is of use. */
interface Found {
  readonly page: LogPage
  readonly isMissing: boolean
}

function createRedisReader({ client, guard, wakes, runId }: RedisReaderParts): SharedReader {
  const key = streamKey(runId)
  /** All entries up to this one were read; the next one may have to be read again. */
  let cursor = '-'
  let isWoken = false
  let wake: (() => void) | undefined
  const stopListening = wakes.listen(key, () => {
    isWoken = true
    wake?.()
  })

  async function find(after: number): Promise<Found> {
    const events: string[] = []
    for (;;) {
      const entries = await client.xrange(key, cursor, '+', 'COUNT', ENTRIES_PER_READ)
      for (const [id, fields] of entries) {
        const entry = readEntry(fields)
        const expected = after + events.length + 1
        // Redis was unreachable, or lost it.
        if (entry.first > expected) return { page: { events }, isMissing: true }
        cursor = `(${id}`
        if (entry.last !== undefined) {
          return { page: { events, last: entry.last }, isMissing: false }
        }
        events.push(...entry.events.slice(expected - entry.first))
      }
      if (entries.length < ENTRIES_PER_READ) return { page: { events }, isMissing: false }
    }
  }

  return {
    async read(after, waitMs, signal) {
      isWoken = false
      const ask = () =>
        guard.call(
          () => find(after),
          () => Promise.resolve({ page: NOTHING, isMissing: true }),
        )
      const { page, isMissing } = await ask()
      if (hasAny(page) || isMissing || signal.aborted) return page
      await wokenWithin(waitMs, signal)
      return signal.aborted ? NOTHING : (await ask()).page
    },
    close: stopListening,
  }

  /** Resolves after a write, or at the latest after `waitMs`. */
  function wokenWithin(waitMs: number, signal: AbortSignal): Promise<void> {
    if (isWoken) return Promise.resolve()
    // Limit: SHARED_WAIT_MS of the caller, "it says nothing when nothing comes in time, and when its reader leaves".
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', settle)
        wake = undefined
        resolve()
      }
      const timer = setTimeout(settle, waitMs)
      signal.addEventListener('abort', settle, { once: true })
      wake = settle
    })
  }
}

const hasAny = ({ events, last }: LogPage): boolean => events.length > 0 || last !== undefined

function readEntry(fields: readonly string[]) {
  const entry = new Map<string, string>()
  for (let index = 0; index < fields.length; index += 2) {
    entry.set(fields[index] ?? '', fields[index + 1] ?? '')
  }
  return {
    first: Number(entry.get('n')),
    events: splitEvents(entry.get('t') ?? ''),
    last: entry.get('l'),
  }
}

/** JSON has no raw line breaks, so an empty line can only be the end of an event. */
function splitEvents(text: string): readonly string[] {
  return text
    .split(EVENT_END)
    .slice(0, -1)
    .map((event) => event + EVENT_END)
}

/** Notifies readers of writes. A lost notification costs a reader its waiting time. */
interface RedisWakes {
  /** Calls `wake` after each write to the stream, until the returned function is called. */
  listen(key: string, wake: () => void): () => void
  close(): void
}

function createRedisWakes(client: Redis): RedisWakes {
  const listeners = new Map<string, Set<() => void>>()
  let subscriber: Redis | undefined

  function connect(): Redis {
    // A subscribed connection can do nothing else, and may be silent for hours.
    const made = client.duplicate({
      connectionName: 'alcove-wakes',
      socketTimeout: undefined,
      commandTimeout: undefined,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
    })
    // Readers poll while it is disconnected.
    made.on('error', () => {})
    made.on('message', (channel) => {
      for (const wake of listeners.get(channel) ?? []) wake()
    })
    return made
  }

  return {
    listen(key, wake) {
      // No limit: it listens; a word that is lost costs a reader SHARED_WAIT_MS.
      subscriber ??= connect()
      const known = listeners.get(key)
      const own = known ?? new Set()
      own.add(wake)
      if (!known) {
        listeners.set(key, own)
        subscriber.subscribe(key).catch(() => {})
      }
      return () => {
        if (!own.delete(wake) || own.size > 0) return
        listeners.delete(key)
        subscriber?.unsubscribe(key).catch(() => {})
      }
    },
    close() {
      listeners.clear()
      subscriber?.disconnect()
    },
  }
}
