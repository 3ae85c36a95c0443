import type { LimitTable } from './limits/limit-table.ts'
import type { Store } from './store/store.ts'

/** Rows of a kind that one step removes: a step is short, and others have their turn between two. */
export const PURGE_BATCH_ROWS = 500
/** A hint for readers that come late; the answers themselves stay. */
const ENDED_RUNS_KEPT_MS = 86_400_000
const DAY_MS = 86_400_000

/** Removes what nobody needs any more, in steps until nothing is left. Returns how many rows went. */
export async function purgeStore(
  store: Pick<Store, 'maintenance'>,
  { amounts }: LimitTable,
  now: number,
): Promise<number> {
  const times = {
    now: toIso(now),
    endedBefore: toIso(now - ENDED_RUNS_KEPT_MS),
    idleBefore: toIso(now - amounts.anonymousIdleDays * DAY_MS),
    eventsBefore: toIso(now - amounts.eventDays * DAY_MS),
    limit: PURGE_BATCH_ROWS,
  }
  let total = 0
  for (;;) {
    const count = await store.maintenance.purge(times)
    total += count
    if (count === 0) return total
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()
