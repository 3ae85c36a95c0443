import { sql, type RawBuilder } from 'kysely'
import { dayOf } from './budgets.ts'
import { REPEATABLE, type Database, type Trx } from './database.ts'
import { forgetOrigins } from './cases/forget-origins.ts'
import { forgetActsAbout } from './desk/forget-acts.ts'
import { orphanFiles } from './file-threads.ts'
import { sweepChunks } from './run-chunks.ts'
import type { Tables } from './tables.ts'

/** Answers that started before midnight are settled after it. */
const BUDGET_DAYS_KEPT = 2
const VISITOR_DAYS_KEPT = 2
const DAY_MS = 86_400_000

/** The time of a purge, and the times of expiry. */
export interface PurgeTimes {
  readonly now: string
  readonly endedBefore: string
  readonly idleBefore: string
  /** Absent: no events are removed. */
  readonly eventsBefore?: string
  /** Absent: no acts at the desk are removed. */
  readonly auditBefore?: string
  /** Absent: no notices are removed. */
  readonly noticesBefore?: string
  readonly limit: number
}

export function createPurgeQueries({
  write,
  isShared,
  search,
  conversations,
  knowledge,
}: Database) {
  return {
    /**
     * Removes at most `limit` expired rows of each kind: refresh tokens that expired before `now`, runs that
     * ended before `endedBefore` (their answers stay), anonymous visitors without valid sessions whose
     * threads are unused since `idleBefore`. Their reports, scores and events lose their texts (attributes,
     * comments, properties), and keep the figures. Events of all users from before `eventsBefore` are
     * removed, so are acts at the desk from before `auditBefore`, notices with their deliveries from before `noticesBefore`, and so are blocks of addresses, spent proofs,
     * batches of events, and links and sessions of the desk that expired before `now`. Returns how many rows were removed or lost their texts.
     */
    async purge(times: PurgeTimes): Promise<number> {
      const { now, endedBefore, eventsBefore = '', auditBefore = '', limit } = times
      const { noticesBefore = '' } = times
      const kinds: readonly ((trx: Trx) => Promise<number>)[] = [
        (trx) => removeOldest(trx, 'sessions', 'token_hash', 'expires_at', now, limit),
        (trx) => removeOldest(trx, 'runs', 'id', 'ended_at', endedBefore, limit),
        (trx) => removeIdleThreads(trx, isShared, times),
        ...TEXTS.map((texts) => (trx: Trx) => emptyTexts(trx, texts, times)),
        (trx) => removeOldest(trx, 'budgets', 'line', 'line', lastBudgetDay(now), limit),
        (trx) => removeOldest(trx, 'events', 'id', 'created_at', eventsBefore, limit),
        (trx) => removeOldest(trx, 'event_batches', 'id', 'until', now, limit),
        (trx) => removeOldest(trx, 'spent_proofs', 'id', 'until', now, limit),
        (trx) => removeOldest(trx, 'blocked_addresses', 'id', 'ends_at', now, limit),
        (trx) => removeOldVisitors(trx, now, limit),
        (trx) => removeOldest(trx, 'desk_links', 'token_hash', 'ends_at', now, limit),
        (trx) => removeOldest(trx, 'desk_sessions', 'id', 'ends_at', now, limit),
        (trx) => removeOldest(trx, 'desk_audit', 'id', 'at', auditBefore, limit),
        (trx) => removeOldest(trx, 'notices', 'id', 'created_at', noticesBefore, limit),
        (trx) => removeOldest(trx, 'report_mails', 'id', 'created_at', noticesBefore, limit),
      ]
      let rows = 0
      // Separate transactions, so that other writers wait for a lock only briefly.
      for (const remove of kinds) rows += await write(remove, REPEATABLE)
      await write((trx) => sweepChunks(trx, isShared), REPEATABLE)
      // A transaction for each step, so that other writers come between two.
      for (const { tidy } of [search, conversations, knowledge])
        if (tidy) while (await write(tidy, REPEATABLE));
      return rows
    },
  }
}

/** Removes rows older than `before`. */
async function removeOldest<Table extends keyof Tables>(
  trx: Trx,
  table: Table,
  key: keyof Tables[Table] & string,
  time: keyof Tables[Table] & string,
  before: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(`old.${key}`)} from ${sql.table(table)} as old
      where ${sql.ref(`old.${time}`)} < ${before} order by ${sql.ref(`old.${time}`)} limit ${limit}
    )
  `.execute(trx)
  return Number(numAffectedRows)
}

/** After the day in every time zone, nobody is counted to it any more. */
async function removeOldVisitors(trx: Trx, now: string, limit: number): Promise<number> {
  const before = new Date(Date.parse(now) - VISITOR_DAYS_KEPT * DAY_MS).toISOString()
  const { numAffectedRows = 0n } = await sql`
    delete from daily_visitors where (project_id, user_hash, day) in (
      select project_id, user_hash, day from daily_visitors
      where counted_at < ${before} order by counted_at limit ${limit}
    )
  `.execute(trx)
  return Number(numAffectedRows)
}

/** Lines begin with their day. */
const lastBudgetDay = (now: string): string =>
  dayOf(new Date(Date.parse(now) - BUDGET_DAYS_KEPT * DAY_MS).toISOString())

/**
 * Workspaces of visitors without a name, by the ids of `createAnonymousIdentity`. The indexes of visitors
 * have the same text, without which neither engine would use them.
 */
const IS_VISITORS = sql<boolean>`workspace_id >= 'usr_anon_' and workspace_id < 'usr_anon\`'`

/** True if the row's visitor has no valid session, and all their threads are unused. */
const isAbandoned = (
  row: string,
  { now, idleBefore }: PurgeTimes,
): RawBuilder<boolean> => sql<boolean>`
  not exists (
    select 1 from sessions
    where sessions.project_id = ${sql.ref(`${row}.project_id`)}
      and sessions.user_id = ${sql.ref(`${row}.workspace_id`)}
      and sessions.expires_at >= ${now}
  )
  and not exists (
    select 1 from threads as active
    where active.project_id = ${sql.ref(`${row}.project_id`)}
      and active.workspace_id = ${sql.ref(`${row}.workspace_id`)}
      and active.last_message_at >= ${idleBefore}
  )`

/** Without a session, no user can ever read them again. */
async function removeIdleThreads(trx: Trx, isShared: boolean, times: PurgeTimes): Promise<number> {
  const { idleBefore, limit } = times
  const idle = await trx
    .selectFrom('threads')
    .select('id')
    .where(IS_VISITORS)
    .where('last_message_at', '<', idleBefore)
    .where(isAbandoned('threads', times))
    .orderBy('last_message_at')
    .limit(limit)
    // A concurrent message in one of them comes before, or finds no thread.
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  if (idle.length === 0) return 0
  const ids = idle.map(({ id }) => id)
  await orphanFiles(trx, isShared, ids)
  await forgetActsAbout(trx, ids)
  await forgetOrigins(trx, ids)
  const { numDeletedRows } = await trx
    .deleteFrom('threads')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

interface Texts {
  readonly table: keyof Tables & ('run_reports' | 'scores' | 'events')
  /** The same text as in the table's index of visitors. */
  readonly hasText: RawBuilder<boolean>
  readonly without: RawBuilder<unknown>
  readonly time: 'created_at' | 'updated_at'
}

const TEXTS: readonly Texts[] = [
  {
    table: 'run_reports',
    hasText: sql`attributes <> '{}'`,
    without: sql`attributes = '{}'`,
    time: 'created_at',
  },
  {
    table: 'scores',
    hasText: sql`comment is not null`,
    without: sql`comment = null`,
    time: 'updated_at',
  },
  {
    table: 'events',
    hasText: sql`props is not null`,
    without: sql`props = null`,
    time: 'created_at',
  },
]

/**
 * Removes texts of visitors outside of threads, once their sessions have ended; the figures stay. Returns how
 * many rows had texts.
 */
async function emptyTexts(
  trx: Trx,
  { table, hasText, without, time }: Texts,
  times: PurgeTimes,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${without} where id in (
      select old.id from ${sql.table(table)} as old
      where ${IS_VISITORS} and ${hasText} and ${sql.ref(`old.${time}`)} < ${times.idleBefore}
        and ${isAbandoned('old', times)}
      order by ${sql.ref(`old.${time}`)} limit ${times.limit}
    )
  `.execute(trx)
  return Number(numAffectedRows)
}
