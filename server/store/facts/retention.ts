import { sql, type RawBuilder } from 'kysely'
import { REPEATABLE, type Database, type Queryable, type Trx } from '../database.ts'
import { forgetOrigins } from '../cases/forget-origins.ts'
import { forgetActsAbout } from '../desk/forget-acts.ts'
import { orphanFiles } from '../file-threads.ts'
import { removeManyMessages, removeMessagesOf } from '../remove-messages.ts'

/** Users without a name, as in `purge.ts`. */
const IS_VISITOR = sql<boolean>`workspace_id >= 'usr_anon_' and workspace_id < 'usr_anon\`'`

/** How far a count goes. */
export const COUNTED_MAX = { conversations: 10_000, messages: 50_000 } as const

export type CountBounds = Readonly<Record<keyof typeof COUNTED_MAX, number>>

/** Conversations of a kind of users whose last message is older than a time. */
export interface Expired {
  readonly projectId: string
  readonly isAnonymous: boolean
  readonly before: string
}

export interface ExpiredCount {
  readonly conversations: number
  readonly messages: number
  /** There are more than the counts say. */
  readonly isCut: boolean
  /** Time of the last message of the oldest; null: there is none. */
  readonly oldest: string | null
}

/** Removal of conversations by their age. */
export function createRetentionQueries(database: Database) {
  const { readForDesk, write, isShared } = database
  return {
    /** Counts what `removeExpired` would remove: the oldest conversations, up to a bound. */
    countExpired: (expired: Expired, max: CountBounds = COUNTED_MAX): Promise<ExpiredCount> =>
      readForDesk((db) => countExpired(db, expired, max)),
    /**
     * Removes at most `limit` conversations for good, with all that is kept about them: messages, files, scores,
     * reports and events. Figures by day stay. Returns how many were removed.
     */
    async removeExpired(expired: Expired, limit: number): Promise<number> {
      await removeManyMessages(database, async (db) => {
        const threads = await selectExpired(db, expired, limit).execute()
        return threads.map(({ id }) => id)
      })
      return write((trx) => removeExpired(trx, isShared, expired, limit), REPEATABLE)
    },
  }
}

const isExpired = ({
  projectId,
  isAnonymous,
  before,
}: Expired): RawBuilder<boolean> => sql<boolean>`
  project_id = ${projectId} and last_message_at < ${before}
  and ${isAnonymous ? IS_VISITOR : sql`not (${IS_VISITOR})`}`

/** The oldest. */
const selectExpired = (db: Queryable, expired: Expired, limit: number) =>
  db
    .selectFrom('threads')
    .select(['id', 'workspace_id'])
    .where(isExpired(expired))
    .orderBy('last_message_at')
    .orderBy('id')
    .limit(limit)

async function countExpired(
  db: Queryable,
  expired: Expired,
  max: CountBounds,
): Promise<ExpiredCount> {
  // The oldest, and one more, which tells whether there are more.
  const oldestThreads = (limit: number) =>
    db
      .selectFrom('threads')
      .select(['threads.id', 'last_message_at'])
      .where(isExpired(expired))
      .orderBy('last_message_at')
      .orderBy('threads.id')
      .limit(limit)
  const { threads, oldest } = await db
    .selectFrom(oldestThreads(max.conversations + 1).as('counted'))
    .select(({ fn }) => [fn.countAll().as('threads'), fn.min('last_message_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const { messages } = await db
    .selectFrom(
      db
        .selectFrom(oldestThreads(max.conversations).as('looked_up'))
        .innerJoin('messages', 'messages.thread_id', 'looked_up.id')
        .select('messages.id')
        .limit(max.messages + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll().as('messages'))
    .executeTakeFirstOrThrow()
  return {
    conversations: Math.min(Number(threads), max.conversations),
    messages: Math.min(Number(messages), max.messages),
    isCut: Number(threads) > max.conversations || Number(messages) > max.messages,
    oldest,
  }
}

async function removeExpired(
  trx: Trx,
  isShared: boolean,
  expired: Expired,
  limit: number,
): Promise<number> {
  const threads = await selectExpired(trx, expired, limit)
    // A concurrent message in one of them comes before, or finds no thread.
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  if (threads.length === 0) return 0
  const ids = threads.map(({ id }) => id)
  const workspaces = [...new Set(threads.map((thread) => thread.workspace_id))]
  await orphanFiles(trx, isShared, ids)
  await forgetActsAbout(trx, ids)
  await forgetOrigins(trx, ids)
  if (!isShared) await removeMessagesOf(trx, ids)
  await trx.deleteFrom('threads').where('id', 'in', ids).execute()
  for (const table of ['scores', 'run_reports', 'events'] as const) {
    await trx
      .deleteFrom(table)
      .where('project_id', '=', expired.projectId)
      .where('workspace_id', 'in', workspaces)
      .where('thread_id', 'in', ids)
      .execute()
  }
  return ids.length
}
