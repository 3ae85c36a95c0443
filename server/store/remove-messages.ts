import { sql } from 'kysely'
import type { Trx } from './database.ts'
import { refuseOpenRun } from './open-run.ts'
import { ROWS_PER_STATEMENT } from './row-slices.ts'
import type { Scope } from './store.ts'
import { findThread } from './thread-rows.ts'

/** Rows whose places one statement reads: their ids and heights, without their contents. */
export const PLACES_PER_STATEMENT = 250

interface Removed {
  readonly id: string
  readonly parent_id: string | null
  readonly height: number
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
  await lowerHeights(trx, thread.id, removed)
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
    .select(['id', 'parent_id', 'height'])
    .where('thread_id', '=', threadId)
  const byId = await inThread.where('id', 'in', ids).execute()
  const known = new Set(byId.map(({ id }) => id))
  const names = ids.filter((id) => !known.has(id))
  if (names.length === 0) return byId
  const byName = await inThread.where('external_id', 'in', names).execute()
  return [...byId, ...byName.filter(({ id }) => !known.has(id))]
}

interface Place {
  readonly id: string
  readonly parent_id: string | null
  readonly height: number
  readonly created_at: string
}

/** Each row below sinks by one for every removed row above it. */
async function lowerHeights(trx: Trx, threadId: string, removed: readonly Removed[]) {
  const ids = new Set(removed.map(({ id }) => id))
  const sunk = new Map<string, number>()
  for await (const { id, parent_id: parent } of placesBelow(trx, threadId, removed)) {
    if (parent === null) continue
    const depth = (sunk.get(parent) ?? 0) + (ids.has(parent) ? 1 : 0)
    if (depth > 0) sunk.set(id, depth)
  }
  const rows = [...sunk]
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map(([id, depth]) => sql`(${id}, cast(${depth} as integer))`)
    await sql`
      with below (id, sunk) as (values ${sql.join(some)})
      update messages set height = messages.height - below.sunk from below
      where messages.thread_id = ${threadId} and messages.id = below.id
    `.execute(trx)
  }
}

/** All rows that stand lower than the highest of the removed ones, from the top down. */
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
