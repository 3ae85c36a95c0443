import type { JsonObject } from '../../shared/json.ts'
import { REPEATABLE, type Database } from './database.ts'
import { orphanFiles } from './file-threads.ts'
import { toColumn } from './json-column.ts'
import { moveThreads } from './move-threads.ts'
import { removeMessagesOf } from './remove-messages.ts'
import { dropOldChunks } from './run-chunks.ts'
import type { Scope } from './scope.ts'
import { addDocuments, replaceTitle, titleDocument } from './search/documents.ts'
import { findThread } from './thread-rows.ts'

/** What is absent stays; `metadata: null` clears it. */
export interface ThreadChange {
  readonly title?: string
  readonly isArchived?: boolean
  readonly metadata?: JsonObject | null
  readonly lastMessageAt?: string
}

export function createThreadChanges(database: Database) {
  const { write, now, isShared } = database
  return {
    /** Whether there was such a thread (row id or `external_id`). */
    update: (scope: Scope, idOrExternalId: string, change: ThreadChange): Promise<boolean> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, idOrExternalId, isShared)
        if (!thread) return false
        const { title, isArchived, metadata, lastMessageAt } = change
        await trx
          .updateTable('threads')
          // Kysely leaves out what is `undefined`.
          .set({
            title,
            is_archived: isArchived === undefined ? undefined : Number(isArchived),
            metadata: metadata && toColumn(metadata),
            last_message_at: lastMessageAt,
            updated_at: now(),
          })
          .where('id', '=', thread.id)
          .execute()
        if (title !== undefined && title !== thread.title) {
          await replaceTitle(trx, { ...thread, title })
        }
        return true
      }, REPEATABLE),
    /**
     * Removes the thread with its messages and open runs, for good; reports and scores stay. Whether
     * there was one.
     */
    remove: (scope: Scope, idOrExternalId: string): Promise<boolean> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, idOrExternalId, isShared)
        if (!thread) return false
        await orphanFiles(trx, isShared, [thread.id])
        if (!isShared) await removeMessagesOf(trx, [thread.id])
        // What is left of its messages and runs follows by their keys.
        await trx.deleteFrom('threads').where('id', '=', thread.id).execute()
        await dropOldChunks(trx, isShared)
        return true
      }),
    /** Titles a thread that has no title yet; gives the title it has afterwards. */
    titleOnce: (scope: Scope, threadId: string, title: string): Promise<string | undefined> =>
      write(async (trx) => {
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
      }, REPEATABLE),
    /**
     * Moves all threads of one workspace, with their messages, runs, files, scores and reports, to
     * another of the same project. A thread whose `external_id` is taken there loses that name.
     * Returns how many moved.
     */
    move: (from: Scope, to: Scope): Promise<number> =>
      write((trx) => moveThreads(trx, database, from, to), { asksAgain: true }),
  }
}
