import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Trx } from './database.ts'
import type { Scope } from './store.ts'
import type { Tables } from './tables.ts'
import { findThread } from './thread-rows.ts'

/** Sorts before every time: it can go at once. */
export const ALWAYS = ''
/** Below the engines' limits of parameters in one statement. */
const KEYS_PER_STATEMENT = 500

/** Whether a file is still somebody's: not of a thread that is gone, nor on its way out. */
export const isNeeded = ({ eb }: ExpressionBuilder<Tables, 'files'>) =>
  eb('unsent_since', 'is distinct from', ALWAYS)

export async function attachFiles(
  trx: Trx,
  { isShared }: Database,
  scope: Scope,
  threadId: string,
  keys: readonly string[],
): Promise<void> {
  // A file must not join a thread that goes at the same moment: nobody would sweep it.
  const thread = await findThread(trx, scope, threadId, isShared)
  if (!thread) return
  const sorted = [...new Set(keys)].toSorted()
  for (let first = 0; first < sorted.length; first += KEYS_PER_STATEMENT) {
    const found = await trx
      .updateTable('files')
      .set({ thread_id: thread.id, unsent_since: null })
      .where('project_id', '=', scope.projectId)
      .where('workspace_id', '=', scope.workspaceId)
      .where('key', 'in', sorted.slice(first, first + KEYS_PER_STATEMENT))
      .where(isNeeded)
      .returning('key')
      .execute()
    if (found.length === 0) continue
    await trx
      .insertInto('file_threads')
      .values(found.map(({ key }) => ({ file_key: key, thread_id: thread.id })))
      .onConflict((conflict) => conflict.columns(['file_key', 'thread_id']).doNothing())
      .execute()
  }
}

/** For threads that go: files that no other thread names can go too. */
export async function orphanFiles(
  trx: Trx,
  isShared: boolean,
  threadIds: readonly string[],
): Promise<void> {
  const keys = await trx
    .selectFrom('file_threads')
    .select('file_key')
    .distinct()
    .where('thread_id', 'in', threadIds)
    .execute()
  await detachFiles(
    trx,
    isShared,
    threadIds,
    keys.map(({ file_key: key }) => key),
    ALWAYS,
  )
}

/**
 * A message of the thread is gone: files that it alone named are unsent again, from now on. What
 * another message of the thread names is still sent.
 */
export async function releaseFiles(
  trx: Trx,
  isShared: boolean,
  threadId: string,
  content: string,
  now: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('file_threads')
    .select('file_key')
    .where('thread_id', '=', threadId)
    .execute()
  const keys: string[] = []
  for (const { file_key: key } of rows) {
    if (!content.includes(key)) continue
    const other = await trx
      .selectFrom('messages')
      .select('id')
      .where('thread_id', '=', threadId)
      // Keys are random: where a key stands, it is named.
      .where(sql<boolean>`content like ${`%${key}%`}`)
      .limit(1)
      .executeTakeFirst()
    if (!other) keys.push(key)
  }
  await detachFiles(trx, isShared, [threadId], keys, now)
}

/** Those of them that no thread names; nobody finds or sends them from now on. */
export async function takeUnsent(
  trx: Trx,
  { isShared }: Database,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('files')
    .select('key')
    .where('key', 'in', keys)
    .where('unsent_since', 'is not', null)
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  const taken = rows.map(({ key }) => key)
  if (taken.length > 0) {
    await trx.updateTable('files').set({ unsent_since: ALWAYS }).where('key', 'in', taken).execute()
  }
  return taken
}

async function detachFiles(
  trx: Trx,
  isShared: boolean,
  threadIds: readonly string[],
  keys: readonly string[],
  unsentSince: string,
) {
  for (let first = 0; first < keys.length; first += KEYS_PER_STATEMENT) {
    const some = keys.slice(first, first + KEYS_PER_STATEMENT)
    if (isShared) {
      // Of two threads that go at once, the second one sees that the first is gone.
      await trx.selectFrom('files').select('key').where('key', 'in', some).forUpdate().execute()
    }
    await trx
      .deleteFrom('file_threads')
      .where('file_key', 'in', some)
      .where('thread_id', 'in', threadIds)
      .execute()
    const named = await trx
      .selectFrom('file_threads')
      .select(({ fn }) => ['file_key', fn.max('thread_id').as('thread_id')])
      .where('file_key', 'in', some)
      .groupBy('file_key')
      .execute()
    const lives = new Map(named.map((row) => [row.file_key, row.thread_id]))
    for (const [key, threadId] of lives) {
      await trx
        .updateTable('files')
        .set({ thread_id: threadId })
        .where('key', '=', key)
        .where('thread_id', 'in', threadIds)
        .execute()
    }
    const gone = some.filter((key) => !lives.has(key))
    if (gone.length === 0) continue
    await trx
      .updateTable('files')
      .set({ unsent_since: unsentSince })
      .where('key', 'in', gone)
      .where(isNeeded)
      .execute()
  }
}
