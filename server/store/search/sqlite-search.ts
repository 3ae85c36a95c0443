import { sql, type QueryExecutorProvider } from 'kysely'
import type { DocumentPage, DocumentQuery, FoundDocument, SearchEngine } from './search-engine.ts'
import { SEARCH_SCOPE_CHARACTERS } from './documents.ts'
import { createFtsIndex } from './fts-index.ts'
import { UNREAD_TERM } from './terms.ts'

/** Lengths of word beginnings with separate lists: short beginnings are frequent queries. */
const SHORT_PREFIXES = [1, 2, 3, 4, 5].map((length) => SEARCH_SCOPE_CHARACTERS + length).join(' ')

/** By FTS5, which stores its index in its own tables. */
export const SQLITE_SEARCH: SearchEngine = {
  ...createFtsIndex({
    documents: 'search_documents',
    index: 'search_index',
    prefixes: SHORT_PREFIXES,
    createDocuments: [
      sql`create table search_documents (
        id integer primary key,
        thread_id text not null references threads (id) on delete cascade,
        message_id text,
        scope text not null,
        terms text not null,
        foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade
      )`,
      sql`create unique index search_documents_of_thread on search_documents (thread_id, message_id)`,
    ],
  }),
  find,
}

/** The index returns the newest first and reads no further than needed. */
async function find(
  db: QueryExecutorProvider,
  { scope, terms, searchScope, before, without, limit }: DocumentQuery,
): Promise<DocumentPage> {
  const { rows } = await sql<FoundDocument>`
    select document.id, document.thread_id, document.message_id
    from search_index
      join search_documents as document on document.id = search_index.rowid
      join threads on threads.id = document.thread_id
    where search_index match ${matchText(searchScope, terms)}
      ${before === undefined ? sql`` : sql`and search_index.rowid < ${before}`}
      and threads.project_id = ${scope.projectId}
      and threads.workspace_id = ${scope.workspaceId}
      ${without.length === 0 ? sql`` : sql`and document.thread_id not in (${sql.join(without)})`}
    order by search_index.rowid desc limit ${limit}
  `.execute(db)
  return { documents: rows, isLast: rows.length < limit }
}

/** Terms contain no quotation marks, so they cannot end their quotation. */
function matchText(scope: string, terms: DocumentQuery['terms']): string {
  const all = terms.map(({ text, isPrefix }) => `"${scope}${text}"${isPrefix ? ' *' : ''}`)
  return `(${all.join(' AND ')}) OR "${scope}${UNREAD_TERM}"`
}
