import type { Queryable } from './database.ts'
import type { StoreDialect } from './dialect.ts'

/** The database is asked for its time this often: whatever goes wrong with a clock is over by then. */
export const CLOCK_REFRESH_MS = 3_000

/** A clock that shows the database's time, whatever the machine of this process says. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number
  close(): void
}

interface DatabaseClockSettings {
  /** Asks the database for its time, in milliseconds since 1970. */
  readonly ask: () => Promise<number>
  /** Milliseconds, from any fixed point, that nobody sets. */
  readonly elapsed: () => number
}

/** The clock that is given, the database's, or this machine's where one process has the database alone. */
export async function openClock(
  db: Queryable,
  { time }: StoreDialect,
  now: (() => Date) | undefined,
): Promise<DatabaseClock> {
  if (now !== undefined) return { now: () => now().getTime(), close() {} }
  if (time === undefined) return { now: () => Date.now(), close() {} }
  return openDatabaseClock({
    elapsed: () => performance.now(),
    async ask() {
      const { rows } = await time.execute(db)
      return rows[0]!.ms
    },
  })
}

/**
 * How far a steady clock is from the database's, learned from what the database says of itself. It
 * said so at some moment between question and answer, so an answer that was long on its way only
 * corrects what it rules out. Nobody waits for the database to learn the time.
 */
export async function openDatabaseClock(settings: DatabaseClockSettings): Promise<DatabaseClock> {
  const { ask, elapsed } = settings

  /** The offsets that one answer leaves possible. */
  async function measure() {
    const askedAt = elapsed()
    const time = await ask()
    return { least: time - elapsed(), most: time - askedAt }
  }

  const { least, most } = await measure()
  let offset = (least + most) / 2

  async function keepRight() {
    // While the database is away, the steady clock goes on from its last word.
    const bounds = await measure().catch(() => undefined)
    if (bounds) offset = Math.min(Math.max(offset, bounds.least), bounds.most)
  }
  const timer = setInterval(() => void keepRight(), CLOCK_REFRESH_MS)
  timer.unref()

  return { now: () => Math.floor(elapsed() + offset), close: () => clearInterval(timer) }
}
