import { sql } from 'kysely'
import { inStatements, REPEATABLE, type Database, type Queryable, type Trx } from './database.ts'
import { forgetMessages } from './facts/forget-facts.ts'
import { forgetLastText } from './last-text.ts'
import { refuseOpenRun } from './run-rows.ts'

/**
 * Messages that one statement changes or removes, each of up to half a megabyte: SQLite runs a whole
 * statement in one turn of the event loop, and other calls run between two.
 */
export const ROWS_PER_STATEMENT = 100
/** Messages that one statement removes with all that refers to them, such as texts of the indexes. */
export const REMOVED_PER_STATEMENT = 20

/** Messages that one transaction removes: SQLite writes all of its changes to the disk when it ends, in one turn of the event loop. */
export const REMOVED_PER_TRANSACTION = 250

/** Rows whose ids and heights one statement reads, without their contents. */
export const PLACES_PER_STATEMENT = 250

interface Removed {
  readonly id: string
  readonly parent_id: string | null
  readonly height: number
}

/**
 * Removes messages of threads that are about to go, in transactions of their own, until one can remove the rest with the threads.
 * Postgres removes all at once, since it holds nobody.
 *
 * @param listThreads ids of the threads.
 */
export async function removeManyMessages(
  { read, write, isShared }: Pick<Database, 'read' | 'write' | 'isShared'>,
  listThreads: (db: Queryable) => Promise<readonly string[]>,
): Promise<void> {
  if (isShared) return
  for (const ids of inStatements(await read(listThreads))) {
    // No limit: each transaction removes some of the messages that are left.
    while (await read((db) => hasManyMessages(db, ids))) {
      await write(async (trx) => {
        // An answer that runs there ends as it does in a removed thread.
        await trx.deleteFrom('runs').where('thread_id', 'in', ids).execute()
        await removeMessagesOf(trx, ids, REMOVED_PER_TRANSACTION)
      }, REPEATABLE)
    }
  }
}

const hasManyMessages = async (db: Queryable, threadIds: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', 'in', threadIds)
    .limit(1)
    .offset(REMOVED_PER_TRANSACTION)
    .executeTakeFirst()) !== undefined

/** Removes at most `max` messages of the threads, the deepest first, since none may lose its parent before. */
export async function removeMessagesOf(
  trx: Trx,
  threadIds: readonly string[],
  max = Infinity,
): Promise<void> {
  let left = max
  for (const threadId of threadIds) {
    let removed: number
    let limit: number
    do {
      limit = Math.min(REMOVED_PER_STATEMENT, left)
      const { numDeletedRows } = await trx
        .deleteFrom('messages')
        .where('thread_id', '=', threadId)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('messages')
            .select('id')
            .where('thread_id', '=', threadId)
            .orderBy('height', 'desc')
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      removed = Number(numDeletedRows)
      left -= removed
      if (left === 0) return
    } while (removed === limit)
  }
}

/**
 * Removes rows of a thread, by id or `external_id`; their children are joined to the nearest remaining
 * ancestor. The thread must be locked by this transaction. Returns how many were removed.
 *
 * @throws AlcoveError `run_active` if an open run answers one of them, or continues it.
 */
export async function removeMessages(
  trx: Trx,
  threadId: string,
  ids: readonly string[],
): Promise<number> {
  const removed = ids.length > 0 ? await findAll(trx, threadId, ids) : []
  if (removed.length === 0) return 0
  const removedIds = removed.map(({ id }) => id)
  await refuseOpenRun(trx, threadId, removedIds)
  await lowerHeights(trx, threadId, removed)
  await relinkChildren(trx, threadId, removed)
  await trx
    .deleteFrom('messages')
    .where('thread_id', '=', threadId)
    .where('id', 'in', removedIds)
    .execute()
  await forgetLastText(trx, threadId, removedIds)
  await forgetMessages(trx, threadId)
  return removed.length
}

async function findAll(
  trx: Trx,
  threadId: string,
  ids: readonly string[],
): Promise<readonly Removed[]> {
  const inThread = trx
    .selectFrom('messages')
    .select(['id', 'parent_id', 'height'])
    .where('thread_id', '=', threadId)
  const byId = await inThread.where('id', 'in', ids).execute()
  const known = new Set(byId.map(({ id }) => id))
  const names = ids.filter((id) => !known.has(id))
  if (names.length === 0) return byId
  const byName = await inThread.where('external_id', 'in', names).execute()
  return [...byId, ...byName.filter(({ id }) => !known.has(id))]
}

interface Place extends Removed {
  readonly created_at: string
}

/** Each row below moves up by one for every removed row above it. */
async function lowerHeights(trx: Trx, threadId: string, removed: readonly Removed[]) {
  const ids = new Set(removed.map(({ id }) => id))
  const sunk = new Map<string, number>()
  for await (const { id, parent_id: parent } of placesBelow(trx, threadId, removed)) {
    if (parent === null) continue
    const depth = (sunk.get(parent) ?? 0) + (ids.has(parent) ? 1 : 0)
    if (depth > 0) sunk.set(id, depth)
  }
  for (const rows of inStatements([...sunk], ROWS_PER_STATEMENT)) {
    const values = rows.map(([id, depth]) => sql`(${id}, cast(${depth} as integer))`)
    await sql`
      with below (id, sunk) as (values ${sql.join(values)})
      update messages set height = messages.height - below.sunk from below
      where messages.thread_id = ${threadId} and messages.id = below.id
    `.execute(trx)
  }
}

/** All rows deeper than the highest of the removed ones, from the top down. */
async function* placesBelow(trx: Trx, threadId: string, removed: readonly Removed[]) {
  const top = removed.reduce((least, { height }) => Math.min(least, height), Infinity)
  let last: readonly [number, string, string] = [top + 1, '', '']
  for (;;) {
    const { rows } = await sql<Place>`
      select id, parent_id, height, created_at from messages
      where thread_id = ${threadId} and (height, created_at, id) > (${sql.join(last)})
      order by height, created_at, id limit ${PLACES_PER_STATEMENT}
    `.execute(trx)
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < PLACES_PER_STATEMENT) return
    last = [end.height, end.created_at, end.id]
  }
}

async function relinkChildren(trx: Trx, threadId: string, removed: readonly Removed[]) {
  const parents = new Map(removed.map(({ id, parent_id }) => [id, parent_id]))
  for (const { id } of removed) {
    let ancestor: string | null | undefined = id
    while (typeof ancestor === 'string' && parents.has(ancestor)) ancestor = parents.get(ancestor)
    await trx
      .updateTable('messages')
      .set({ parent_id: ancestor ?? null })
      .where('thread_id', '=', threadId)
      .where('parent_id', '=', id)
      .execute()
  }
}
