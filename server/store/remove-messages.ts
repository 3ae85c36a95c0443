import { sql } from 'kysely'
import type { Trx } from './database.ts'
import { refuseOpenRun } from './open-run.ts'
import type { Scope } from './store.ts'
import { findThread } from './thread-rows.ts'

interface Removed {
  readonly id: string
  readonly parent_id: string | null
}

/**
 * Removes rows by id or `external_id` and joins their children to what stays above them. Returns
 * how many were removed.
 *
 * @throws AlcoveError `run_active` when an open run answers one of them, or goes on with it.
 */
export async function removeMessages(
  trx: Trx,
  scope: Scope,
  threadId: string,
  ids: readonly string[],
  isShared: boolean,
): Promise<number> {
  const thread = await findThread(trx, scope, threadId, isShared)
  const removed = thread && ids.length > 0 ? await findAll(trx, thread.id, ids) : []
  if (!thread || removed.length === 0) return 0
  const removedIds = removed.map(({ id }) => id)
  await refuseOpenRun(trx, thread.id, removedIds)
  await lowerHeights(trx, thread.id, removedIds)
  await relinkChildren(trx, thread.id, removed)
  await trx
    .deleteFrom('messages')
    .where('thread_id', '=', thread.id)
    .where('id', 'in', removedIds)
    .execute()
  return removed.length
}

async function findAll(
  trx: Trx,
  threadId: string,
  ids: readonly string[],
): Promise<readonly Removed[]> {
  const inThread = trx
    .selectFrom('messages')
    .select(['id', 'parent_id'])
    .where('thread_id', '=', threadId)
  const byId = await inThread.where('id', 'in', ids).execute()
  const known = new Set(byId.map(({ id }) => id))
  const names = ids.filter((id) => !known.has(id))
  if (names.length === 0) return byId
  const byName = await inThread.where('external_id', 'in', names).execute()
  return [...byId, ...byName.filter(({ id }) => !known.has(id))]
}

/**
 * Each row below sinks by one for every removed row above it. `cross join`: SQLite keeps that order, and
 * looks for the children of a row; it would go through the whole thread for each row otherwise.
 */
async function lowerHeights(trx: Trx, threadId: string, ids: readonly string[]) {
  const highest = await findHighest(trx, threadId, ids)
  await sql`
    with recursive below (id, sunk, is_removed) as (
      select id, 0, 1 from messages
      where thread_id = ${threadId} and id in (${sql.join(highest)})
      union all
      select child.id, below.sunk + below.is_removed,
        case when child.id in (${sql.join(ids)}) then 1 else 0 end
      from below cross join messages as child
      where child.thread_id = ${threadId} and child.parent_id = below.id
    )
    update messages set height = messages.height - below.sunk from below
    where messages.thread_id = ${threadId} and messages.id = below.id and below.sunk > 0
  `.execute(trx)
}

/** Those with no other of them above: from there, one walk meets every row once. */
async function findHighest(
  trx: Trx,
  threadId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  // `union` alone: what two walks meet, they meet once.
  const { rows } = await sql<{ id: string }>`
    with recursive below (id) as (
      select id from messages
      where thread_id = ${threadId} and parent_id in (${sql.join(ids)})
      union
      select child.id
      from below cross join messages as child
      where child.thread_id = ${threadId} and child.parent_id = below.id
    )
    select id from below where id in (${sql.join(ids)})
  `.execute(trx)
  const lower = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !lower.has(id))
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
