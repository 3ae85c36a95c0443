import type { Redis } from 'ioredis'
import type { RedisGuard } from '../redis/redis-guard.ts'
import type { RedisWakes } from './redis-wakes.ts'
import { streamKey } from './stream-key.ts'
import type { LogPage, SharedReader } from './stream-log.ts'

/** Entries that are read at once. */
export const ENTRIES_PER_READ = 500
const EVENT_END = '\n\n'
const NOTHING: LogPage = { events: [] }

export interface RedisReaderParts {
  readonly client: Redis
  readonly guard: RedisGuard
  readonly wakes: RedisWakes
  readonly runId: string
}

/** What was found, and whether asking again at once is of use. */
interface Found {
  readonly page: LogPage
  readonly isMissing: boolean
}

export function createRedisReader({ client, guard, wakes, runId }: RedisReaderParts): SharedReader {
  const key = streamKey(runId)
  /** All entries up to this one were read; the one after it may have to be read again. */
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
        // Redis was away, or lost it.
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

  /** Resolves when something was written, in any case after `waitMs`. */
  function wokenWithin(waitMs: number, signal: AbortSignal): Promise<void> {
    if (isWoken) return Promise.resolve()
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

/** JSON has no raw line breaks, so an empty line ends an event and stands nowhere else. */
function splitEvents(text: string): readonly string[] {
  return text
    .split(EVENT_END)
    .slice(0, -1)
    .map((event) => event + EVENT_END)
}
