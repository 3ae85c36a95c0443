import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { REPEATABLE, type Database, type Queryable, type Trx } from '../database.ts'
import type { SearchRepair } from '../search/search-engine.ts'
import { fromColumn } from '../json-column.ts'
import { messagePlace, messageText, titlePlace } from '../search/documents.ts'
import { readThreadMessages } from '../search/thread-messages.ts'
import {
  addConversationDocuments,
  conversationDocument,
  toIndexed,
  type ConversationDocument,
} from './conversation-texts.ts'
import type { Tables } from '../tables.ts'

/** Maximum of one statement, so that it does not block the event loop for long. */
const TERMS_PER_STATEMENT_CHARACTERS = 16_384
/** Threads of one step; a transaction for each, so that other writers come between two. */
export const INDEXED_PER_STEP = 20

/** Queues all threads for the desk's index: of a version before, or of a backup. */
export async function queueUnindexed(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from desk_unindexed`.execute(db)
  await sql`
    insert into desk_unindexed (project_id, last_at, thread_id)
    select project_id, last_message_at, id from threads
  `.execute(db)
}

/** Empties the index; a regular task fills it again. */
export async function emptyConversations(
  trx: Queryable,
  repair: SearchRepair | undefined,
): Promise<void> {
  if (repair) await repair.reset(trx)
  else await trx.deleteFrom('desk_documents').execute()
  await queueUnindexed(trx)
}

/** For an index that cannot be read. */
export async function renewConversations(
  db: Kysely<Tables>,
  repair: SearchRepair,
): Promise<string> {
  await db.transaction().execute((trx) => emptyConversations(trx, repair))
  return 'The search index of the desk could not be read: it is made anew from the messages, in steps.'
}

export function createBacklogQueries({ read, write, isShared }: Database) {
  return {
    /** Indexes the newest queued threads for the desk. Returns how many were done: 0 at the end. */
    async indexSome(): Promise<number> {
      const threads = await read((db) =>
        db
          .selectFrom('desk_unindexed')
          .selectAll()
          .orderBy('project_id', 'desc')
          .orderBy('last_at', 'desc')
          .orderBy('thread_id', 'desc')
          .limit(INDEXED_PER_STEP)
          .execute(),
      )
      for (const thread of threads) {
        await write((trx) => indexThread(trx, isShared, thread.thread_id), REPEATABLE)
        await write(
          (trx) =>
            trx
              .deleteFrom('desk_unindexed')
              .where('project_id', '=', thread.project_id)
              .where('last_at', '=', thread.last_at)
              .where('thread_id', '=', thread.thread_id)
              .execute(),
          REPEATABLE,
        )
      }
      return threads.length
    },
  }
}

/** True if all texts of the project are in the desk's index. */
export async function isIndexed(db: Queryable, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('desk_unindexed')
    .select('thread_id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Texts that were written since the thread was queued are in the index already: all are written anew. */
async function indexThread(trx: Trx, isShared: boolean, threadId: string): Promise<void> {
  const thread = await trx
    .selectFrom('threads')
    .select(['id', 'project_id', 'workspace_id', 'title', 'created_at'])
    .where('id', '=', threadId)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!thread) return
  await trx.deleteFrom('desk_documents').where('thread_id', '=', threadId).execute()
  if (thread.title !== null) {
    await addConversationDocuments(
      trx,
      conversationDocument(titlePlace(thread), toIndexed(thread.title)),
    )
  }
  for await (const messages of readThreadMessages(trx, threadId)) {
    await addInParts(
      trx,
      messages.flatMap((message) =>
        conversationDocument(
          messagePlace(message),
          toIndexed(messageText(fromColumn(message.content))),
        ),
      ),
    )
  }
}

async function addInParts(trx: Trx, documents: readonly ConversationDocument[]) {
  let part: ConversationDocument[] = []
  let characters = 0
  for (const document of documents) {
    part.push(document)
    characters += document.terms.length
    if (characters < TERMS_PER_STATEMENT_CHARACTERS) continue
    await addConversationDocuments(trx, part)
    part = []
    characters = 0
  }
  await addConversationDocuments(trx, part)
}
