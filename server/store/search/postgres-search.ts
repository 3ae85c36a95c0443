import { sql, type RawBuilder } from 'kysely'
import type { DocumentQuery, FindDocuments, FoundDocument } from './find-documents.ts'

/**
 * The terms come as they shall be kept, so no configuration of the server's looks at them. Of a
 * workspace's texts, the engine reads the newest until it has enough, or asks the index of terms:
 * what is less work, which it knows by its statistics.
 */
export const POSTGRES_SEARCH: readonly RawBuilder<unknown>[] = [
  sql`create table search_documents (
    id bigint generated always as identity primary key,
    thread_id text collate "C" not null references threads (id) on delete cascade,
    message_id text collate "C",
    scope text collate "C" not null,
    terms tsvector not null,
    foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade
  )`,
  sql`create unique index search_documents_of_thread on search_documents (thread_id, message_id)`,
  sql`create index search_documents_newest on search_documents (scope, id)`,
  // Without a list of late entries: who happens to send when it is full would wait for all of them.
  sql`create index search_documents_terms on search_documents
    using gin (terms) with (fastupdate = off)`,
]

export const findPostgresDocuments: FindDocuments = ({
  scope,
  terms,
  searchScope,
  before,
  without,
  limit,
}) => sql<FoundDocument>`
  select document.id, document.thread_id, document.message_id
  from search_documents as document
    join threads on threads.id = document.thread_id
  where document.scope = ${searchScope}
    and document.terms @@ cast(${matchText(searchScope, terms)} as tsquery)
    ${before === undefined ? sql`` : sql`and document.id < ${before}`}
    and threads.project_id = ${scope.projectId}
    and threads.workspace_id = ${scope.workspaceId}
    ${without.length === 0 ? sql`` : sql`and document.thread_id not in (${sql.join(without)})`}
  order by document.id desc limit ${limit}
`

/** Terms have neither quotation marks nor backslashes: nothing in them can end the quotation. */
const matchText = (scope: string, terms: DocumentQuery['terms']): string =>
  terms.map(({ text, isPrefix }) => `'${scope}${text}'${isPrefix ? ':*' : ''}`).join(' & ')
