import { inStatements, type Queryable, type Trx } from '../database.ts'
import { fromColumn } from '../json-column.ts'
import { ROWS_PER_STATEMENT } from '../remove-messages.ts'
import {
  addDocuments,
  messageDocument,
  titleDocument,
  type SearchableMessage,
  type SearchableThread,
  type SearchDocument,
} from './documents.ts'
import { readThreadMessages } from './thread-messages.ts'

/** Threads whose titles are read at once. */
const THREADS_PER_QUERY = 500
/** Maximum of one statement, so that it does not block the event loop for long. */
const TERMS_PER_STATEMENT_CHARACTERS = 16_384

const THREAD_COLUMNS = [
  'id',
  'project_id',
  'workspace_id',
  'title',
  'last_message_at',
  'created_at',
] as const

/**
 * Rebuilds the index of all texts, for tables that were filled without the store. The most recent threads
 * come last, as if each had just been written.
 */
export async function rebuildSearch(trx: Queryable): Promise<void> {
  await trx.deleteFrom('search_documents').execute()
  let after = { project_id: '', last_message_at: '', id: '' }
  for (;;) {
    const { project_id, last_message_at, id } = after
    const threads = await trx
      .selectFrom('threads')
      .select(THREAD_COLUMNS)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('project_id', 'last_message_at', 'id'),
          '>',
          tuple(project_id, last_message_at, id),
        ),
      )
      .orderBy('project_id')
      .orderBy('last_message_at')
      .orderBy('id')
      .limit(THREADS_PER_QUERY)
      .execute()
    for (const thread of threads) await addThread(trx, thread)
    const last = threads.at(-1)
    if (!last) return
    after = last
  }
}

/** For threads that moved to another workspace, which is the prefix of their terms. */
export async function moveSearch(trx: Trx, threadIds: readonly string[]): Promise<void> {
  for (const ids of inStatements(threadIds)) {
    for (const id of ids) await removeDocuments(trx, id)
    const threads = await trx
      .selectFrom('threads')
      .select(THREAD_COLUMNS)
      .where('id', 'in', ids)
      .execute()
    const inOrder = threads.toSorted((a, b) => (a.last_message_at < b.last_message_at ? -1 : 1))
    for (const thread of inOrder) await addThread(trx, thread)
  }
}

/** Removes a thread's texts from the index. */
async function removeDocuments(trx: Trx, threadId: string) {
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

async function addThread(trx: Queryable, thread: SearchableThread) {
  await addDocuments(trx, titleDocument(thread))
  for await (const messages of readThreadMessages(trx, thread.id)) await addMessages(trx, messages)
}

async function addMessages(
  trx: Queryable,
  messages: readonly (SearchableMessage & { readonly content: string })[],
) {
  let documents: SearchDocument[] = []
  let characters = 0
  for (const message of messages) {
    for (const document of messageDocument(message, fromColumn(message.content))) {
      documents.push(document)
      characters += document.terms.length
    }
    if (characters < TERMS_PER_STATEMENT_CHARACTERS) continue
    await addDocuments(trx, documents)
    documents = []
    characters = 0
  }
  await addDocuments(trx, documents)
}
