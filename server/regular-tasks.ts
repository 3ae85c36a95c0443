import type { Files } from './files/files.ts'
import type { LimitTable } from './limits/limit-table.ts'
import type { Log } from './log.ts'
import type { Runs } from './runs/runs.ts'
import type { Store } from './store/store.ts'

/** Abandoned runs, and those for nobody, are looked for this often. */
const SWEEP_MS = 15_000
/** What nobody needs any more is removed this often. */
const PURGE_MS = 3_600_000
/** More often than rows, since unsent uploads of visitors end after an hour. */
export const SWEEP_FILES_MS = 300_000
/** Rows of a kind that one step removes: a step is short, and others have their turn between two. */
export const PURGE_BATCH_ROWS = 500
/** A hint for readers that come late; the answers themselves stay. */
const ENDED_RUNS_KEPT_MS = 86_400_000
const DAY_MS = 86_400_000

export interface RegularTasksParts {
  readonly store: Store
  readonly runs: Pick<Runs, 'recover'>
  readonly files: Pick<Files, 'reportMissed' | 'sweep'>
  /** Ends the running answers that are for nobody any more; returns how many. */
  readonly endLost: () => Promise<number>
  readonly limits: LimitTable
  readonly log: Log
}

/**
 * Starts what a server does again and again beside its calls. It returns once the runs of a dead process
 * are saved, for the first call must not find their threads busy.
 *
 * @returns ends all of it.
 */
export async function startRegularTasks(parts: RegularTasksParts): Promise<() => void> {
  const { store, runs, files, endLost, limits, log } = parts

  async function sweepRuns() {
    const count = await store.maintenance.alone('recovery', () => runs.recover())
    if (count !== undefined && count > 0)
      log.info({ count }, 'saved the answers that a crash had left')
    const lost = await endLost()
    if (lost > 0)
      log.info({ count: lost }, 'ended the answers of suspended projects and gone threads')
  }

  async function purge() {
    await store.maintenance.alone('removal', async () => {
      const rows = await purgeStore(store, limits, store.now())
      if (rows > 0) log.info({ rows }, 'removed rows that nobody needs')
    })
  }

  async function sweepFiles() {
    const count = await store.maintenance.alone('sweep', () => files.sweep())
    if (count !== undefined && count > 0) log.info({ count }, 'removed files that no message names')
  }

  const attempt = (task: () => Promise<void>) =>
    void task().catch((error: unknown) => log.error({ err: error }, 'a regular task failed'))

  await sweepRuns()
  // Beside the first calls: a bucket that is away must not keep the service from starting.
  attempt(purge)
  attempt(sweepFiles)
  const timers = [
    setInterval(() => attempt(sweepRuns), SWEEP_MS),
    setInterval(() => attempt(purge), PURGE_MS),
    setInterval(() => attempt(sweepFiles), SWEEP_FILES_MS),
    // Of every server, since each knows the addresses that it gave out.
    setInterval(() => attempt(() => files.reportMissed()), SWEEP_FILES_MS),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Removes what nobody needs any more, in steps until nothing is left. Returns how many rows went. */
async function purgeStore(
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
