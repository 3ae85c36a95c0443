import type { Trx } from './database.ts'

/**
 * Messages that one statement changes or removes, each of up to half a megabyte: SQLite does a whole
 * statement in one turn of the event loop, and others have theirs between two of them.
 */
export const ROWS_PER_STATEMENT = 100

/** All messages of the threads; the deepest first, for none may stand below one that is gone. */
export async function removeMessagesOf(trx: Trx, threadIds: readonly string[]): Promise<void> {
  for (const threadId of threadIds) {
    let removed: number
    do {
      const { numDeletedRows } = await trx
        .deleteFrom('messages')
        .where('thread_id', '=', threadId)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('messages')
            .select('id')
            .where('thread_id', '=', threadId)
            .orderBy('height', 'desc')
            .limit(ROWS_PER_STATEMENT),
        )
        .executeTakeFirstOrThrow()
      removed = Number(numDeletedRows)
    } while (removed === ROWS_PER_STATEMENT)
  }
}

/** All messages of the threads, to another workspace. */
export async function moveMessagesOf(
  trx: Trx,
  threadIds: readonly string[],
  workspaceId: string,
): Promise<void> {
  for (const threadId of threadIds) {
    let last: string | undefined = ''
    while (last !== undefined) {
      const rows: readonly { readonly id: string }[] = await trx
        .selectFrom('messages')
        .select('id')
        .where('thread_id', '=', threadId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(ROWS_PER_STATEMENT)
        .execute()
      const first: string = last
      last = rows.at(-1)?.id
      if (last === undefined) break
      await trx
        .updateTable('messages')
        .set({ workspace_id: workspaceId })
        .where('thread_id', '=', threadId)
        .where('id', '>', first)
        .where('id', '<=', last)
        .execute()
    }
  }
}

/** What of a thread can be found. */
export async function removeDocumentsOf(trx: Trx, threadId: string): Promise<void> {
  let removed: number
  do {
    const { numDeletedRows } = await trx
      .deleteFrom('search_documents')
      .where('thread_id', '=', threadId)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('search_documents')
          .select('id')
          .where('thread_id', '=', threadId)
          .limit(ROWS_PER_STATEMENT),
      )
      .executeTakeFirstOrThrow()
    removed = Number(numDeletedRows)
  } while (removed === ROWS_PER_STATEMENT)
}
