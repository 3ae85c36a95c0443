import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { DocumentPage, DocumentQuery, FoundDocument, SearchEngine } from './search-engine.ts'
import { UNREAD_TERM } from './terms.ts'

/** Newest texts of a workspace that are scanned before the index is used. */
export const WALKED_TEXTS = 1_000

/** The terms are final, so that no text search configuration of the server changes them. */
const TABLES: readonly RawBuilder<unknown>[] = [
  sql`create table search_documents (
    id bigint generated always as identity,
    thread_id text collate "C" not null references threads (id) on delete cascade,
    message_id text collate "C",
    scope text collate "C" not null,
    terms tsvector not null,
    foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade,
    -- In this order: the texts of others must be in nobody's way.
    primary key (scope, id)
  )`,
  sql`create unique index search_documents_of_thread on search_documents (thread_id, message_id)`,
  // Without fast updates: the call that finds the pending list full would wait for all entries.
  sql`create index search_documents_terms on search_documents
    using gin (terms) with (fastupdate = off)`,
]

/** Postgres repairs its index and keeps it small by itself. */
export const POSTGRES_SEARCH: SearchEngine = {
  create: TABLES,
  find,
  repair: undefined,
  tidy: undefined,
}

/**
 * Frequent terms are found among the newest texts; rare ones have few entries in the index. The engine's own
 * choice between the two uses estimates, which are far off for prefixes.
 */
async function find(db: QueryExecutorProvider, query: DocumentQuery): Promise<DocumentPage> {
  const { documents, isWhole } = await walk(db, query)
  const isFull = documents.length === query.limit
  if (isWhole) return { documents, isLast: !isFull }
  const threads = new Set(documents.map(({ thread_id: id }) => id))
  if (isFull || threads.size >= query.wanted) return { documents, isLast: false }
  const found = await askIndex(db, query)
  return { documents: found, isLast: found.length < query.limit }
}

/** Only a number if nothing was found. */
interface Walked {
  readonly walked: number
  readonly id: FoundDocument['id'] | null
  readonly thread_id: string | null
  readonly message_id: string | null
}

/** `isWhole`: the scan covered the whole workspace. */
async function walk(db: QueryExecutorProvider, query: DocumentQuery) {
  const { terms, searchScope, limit } = query
  const { rows } = await sql<Walked>`
    with newest as materialized (
      select id, thread_id, message_id,
        terms @@ cast(${matchText(searchScope, terms)} as tsquery) as has_terms
      from search_documents as document
      where scope = ${searchScope} ${olderThan(query)}
      order by id desc limit ${WALKED_TEXTS}
    ), found as (
      select document.id, document.thread_id, document.message_id from newest as document
      where document.has_terms and ${isWanted(query)}
      order by document.id desc limit ${limit}
    )
    select found.*, whole.walked
    from (select cast(count(*) as integer) as walked from newest) as whole
      left join found on true
    order by found.id desc
  `.execute(db)
  return {
    // A row has the number of scanned texts, even if none of them is wanted.
    documents: rows.flatMap(({ id, thread_id, message_id }) =>
      id === null || thread_id === null ? [] : [{ id, thread_id, message_id }],
    ),
    isWhole: (rows[0]?.walked ?? 0) < WALKED_TEXTS,
  }
}

async function askIndex(
  db: QueryExecutorProvider,
  query: DocumentQuery,
): Promise<readonly FoundDocument[]> {
  const { terms, searchScope, limit } = query
  const { rows } = await sql<FoundDocument>`
    with document as materialized (
      select id, thread_id, message_id from search_documents as document
      where terms @@ cast(${matchText(searchScope, terms)} as tsquery)
        and scope = ${searchScope} ${olderThan(query)}
    )
    select document.id, document.thread_id, document.message_id from document
    where ${isWanted(query)}
    order by document.id desc limit ${limit}
  `.execute(db)
  return rows
}

const olderThan = ({ before }: DocumentQuery): RawBuilder<unknown> =>
  before === undefined ? sql`` : sql`and document.id < ${before}`

/** Of the workspace itself, by its threads, and not found already. */
const isWanted = ({ scope, without }: DocumentQuery): RawBuilder<boolean> => sql`
  exists (
    select 1 from threads
    where threads.id = document.thread_id
      and threads.project_id = ${scope.projectId}
      and threads.workspace_id = ${scope.workspaceId}
  ) ${without.length === 0 ? sql`` : sql`and document.thread_id not in (${sql.join(without)})`}`

/** Terms contain neither quotation marks nor backslashes, so they cannot end the quotation. */
function matchText(scope: string, terms: DocumentQuery['terms']): string {
  const all = terms.map(({ text, isPrefix }) => `'${scope}${text}'${isPrefix ? ':*' : ''}`)
  return `(${all.join(' & ')}) | '${scope}${UNREAD_TERM}'`
}
