import type { Updateable } from 'kysely'
import type { Database, Trx } from './database.ts'
import { orphanFiles } from './file-threads.ts'
import { toColumn } from './json-column.ts'
import { removeMessagesOf } from './row-slices.ts'
import { dropOldChunks } from './run-chunks.ts'
import { addDocuments, replaceTitle, titleDocument } from './search/documents.ts'
import type { Scope, ThreadChange } from './store.ts'
import type { ThreadsTable } from './tables.ts'
import { findThread } from './thread-rows.ts'

type Context = Pick<Database, 'now' | 'isShared'>

/** Whether there was such a thread. */
export async function changeThread(
  trx: Trx,
  { now, isShared }: Context,
  scope: Scope,
  idOrExternalId: string,
  change: ThreadChange,
): Promise<boolean> {
  const thread = await findThread(trx, scope, idOrExternalId, isShared)
  if (!thread) return false
  await trx
    .updateTable('threads')
    .set({ ...toColumns(change), updated_at: now() })
    .where('id', '=', thread.id)
    .execute()
  const { title } = change
  if (title !== undefined && title !== thread.title) await replaceTitle(trx, { ...thread, title })
  return true
}

/** Kysely leaves out what is `undefined`. */
const toColumns = (change: ThreadChange): Updateable<ThreadsTable> => ({
  title: change.title,
  is_archived: change.isArchived === undefined ? undefined : Number(change.isArchived),
  metadata: change.metadata && toColumn(change.metadata),
  last_message_at: change.lastMessageAt,
})

/** Whether there was such a thread. Its messages and runs follow by their keys. */
export async function removeThread(
  trx: Trx,
  { isShared }: Context,
  scope: Scope,
  idOrExternalId: string,
): Promise<boolean> {
  const thread = await findThread(trx, scope, idOrExternalId, isShared)
  if (!thread) return false
  await orphanFiles(trx, isShared, [thread.id])
  if (!isShared) await removeMessagesOf(trx, [thread.id])
  await trx.deleteFrom('threads').where('id', '=', thread.id).execute()
  await dropOldChunks(trx, isShared)
  return true
}

/** The title that the thread has afterwards. */
export async function titleOnce(
  trx: Trx,
  { now, isShared }: Context,
  scope: Scope,
  threadId: string,
  title: string,
): Promise<string | undefined> {
  // Locked: of a title made and a title typed at once, the typed one stays.
  const thread = await findThread(trx, scope, threadId, isShared)
  if (!thread) return undefined
  if (thread.title !== null) return thread.title
  await trx
    .updateTable('threads')
    .set({ title, updated_at: now() })
    .where('id', '=', thread.id)
    .execute()
  await addDocuments(trx, titleDocument({ ...thread, title }))
  return title
}
