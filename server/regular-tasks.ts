import type { ConnectedCases } from './connect-cases.ts'
import { NOTICE_LOG_DAYS } from '../shared/desk/notices.ts'
import type { ConnectedCrawls } from './connect-crawls.ts'
import type { WeeklyReports } from './desk/notices/create-weekly-reports.ts'
import type { Files } from './files/files.ts'
import type { LimitTable } from './limits/limit-table.ts'
import type { Log } from './log.ts'
import type { NoticeSender } from './notices/create-sender.ts'
import type { Runs } from './runs/runs.ts'
import type { Store } from './store/store.ts'

/** Interval of the search for abandoned runs and for runs without a reader. */
const SWEEP_MS = 15_000
/** Interval of the search for sources to crawl. */
const CRAWL_MS = 15_000
/** Interval of the removal of expired rows. */
const PURGE_MS = 3_600_000
/** More frequent than for rows, since unsent uploads of visitors expire after an hour. */
export const SWEEP_FILES_MS = 300_000
/** Interval of the search for pages without vectors, which costs little where nothing has changed. */
const EMBED_MS = 10_000
/** Interval of the search for conversations that are not in the desk's index: after an update or a restore. */
const INDEX_MS = 10_000
/** Interval of the search for nightly runs of cases that are due. */
const NIGHTS_MS = 300_000
/** Interval of the search for notices to deliver. */
const NOTICES_MS = 2_000
/** Interval of the search for mails to send. */
const MAILS_MS = 15_000
/** Rows of one kind that a step removes: steps are short, and other calls run between them. */
export const PURGE_BATCH_ROWS = 500
/** A hint for readers that come late; the answers themselves stay. */
const ENDED_RUNS_KEPT_MS = 86_400_000
const DAY_MS = 86_400_000

export interface RegularTasksParts {
  readonly store: Store
  readonly runs: Pick<Runs, 'recover'>
  readonly files: Pick<Files, 'reportMissed' | 'sweep'>
  readonly crawls: Pick<ConnectedCrawls, 'fix' | 'runDue'>
  /** Starts nightly runs of cases, and goes on with runs that a dead process has left. */
  readonly cases: Pick<ConnectedCases, 'startDue' | 'work'>
  readonly notices: {
    readonly sender: Pick<NoticeSender, 'sendDue' | 'stop'>
    readonly reports: Pick<WeeklyReports, 'queueDue' | 'sendDue'>
  }
  /** Stops running answers without a reader; returns how many. */
  readonly endLost: () => Promise<number>
  /** Makes the vectors that pages lack, until the signal aborts. */
  readonly embedPages: (signal: AbortSignal) => Promise<void>
  /** Writes facts of answers that have none, until the signal aborts. */
  readonly sweepFacts: (signal: AbortSignal) => Promise<number>
  /** Removes what is older than its project keeps it. Returns how many rows. */
  readonly removeExpired: () => Promise<number>
  readonly limits: LimitTable
  readonly log: Log
}

/**
 * Starts the periodic work of a server. Resolves once the runs of a dead process are saved, so that the first
 * call does not find their threads busy.
 *
 * @returns a function that stops all of it.
 */
export async function startRegularTasks(parts: RegularTasksParts): Promise<() => void> {
  const { store, runs, files, crawls, cases, endLost, embedPages, sweepFacts, removeExpired } =
    parts
  const { sender, reports } = parts.notices
  const { limits, log } = parts
  const stopped = new AbortController()

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
      const rows = (await purgeStore(store, limits, store.now())) + (await removeExpired())
      if (rows > 0) log.info({ rows }, 'removed expired rows')
    })
  }

  async function sweepFiles() {
    const count = await store.maintenance.alone('sweep', () => files.sweep())
    if (count !== undefined && count > 0) log.info({ count }, 'removed files that no message names')
  }

  const embed = async () => {
    await store.maintenance.alone('embedding', () => embedPages(stopped.signal))
  }

  let isIndexing = false
  const index = async () => {
    if (isIndexing) return
    isIndexing = true
    await store.maintenance
      .alone('desk-index', async () => {
        // No limit: steps until the queue is empty; each lets other calls run.
        while (!stopped.signal.aborted && (await store.conversations.indexSome()) > 0);
      })
      .finally(() => (isIndexing = false))
  }

  const writeFacts = async () => {
    await store.maintenance.alone('facts', () => sweepFacts(stopped.signal))
  }

  const askNightly = async () => {
    await cases.startDue()
    await cases.work()
  }

  let isMailing = false
  const mail = async () => {
    if (isMailing) return
    isMailing = true
    await reports
      .queueDue()
      .then(() => reports.sendDue())
      .finally(() => (isMailing = false))
  }

  const attempt = (task: () => Promise<void>) =>
    void task().catch((error: unknown) => log.error({ err: error }, 'a regular task failed'))

  await sweepRuns()
  // Not awaited: an unreachable bucket must not keep the service from starting.
  attempt(purge)
  attempt(sweepFiles)
  attempt(async () => {
    await crawls.fix()
    await crawls.runDue()
  })
  attempt(embed)
  attempt(index)
  attempt(writeFacts)
  attempt(askNightly)
  const timers = [
    setInterval(() => attempt(sweepRuns), SWEEP_MS),
    setInterval(() => attempt(() => crawls.runDue()), CRAWL_MS),
    setInterval(() => attempt(purge), PURGE_MS),
    setInterval(() => attempt(embed), EMBED_MS),
    setInterval(() => attempt(index), INDEX_MS),
    setInterval(() => attempt(writeFacts), SWEEP_MS),
    setInterval(() => attempt(() => cases.work()), SWEEP_MS),
    setInterval(() => attempt(askNightly), NIGHTS_MS),
    setInterval(() => attempt(() => sender.sendDue()), NOTICES_MS),
    setInterval(() => attempt(mail), MAILS_MS),
    setInterval(() => attempt(sweepFiles), SWEEP_FILES_MS),
    // On every server, since each knows the addresses that it issued.
    setInterval(() => attempt(() => files.reportMissed()), SWEEP_FILES_MS),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
    stopped.abort()
    sender.stop()
  }
}

/** Removes expired rows in steps until none is left. Returns how many rows were removed. */
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
    auditBefore: toIso(now - amounts.auditDays * DAY_MS),
    noticesBefore: toIso(now - NOTICE_LOG_DAYS * DAY_MS),
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
