import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { DocumentPage, DocumentQuery, FoundDocument, SearchEngine } from '../dialect.ts'
import { UNREAD_TERM } from './terms.ts'

/** Newest texts of a workspace that are read one after the other before the index is asked. */
export const WALKED_TEXTS = 1_000

/** The terms come as they shall be kept, so no configuration of the server's looks at them. */
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
  // Without a list of late entries: who happens to send when it is full would wait for all of them.
  sql`create index search_documents_terms on search_documents
    using gin (terms) with (fastupdate = off)`,
]

/** Postgres mends its index and keeps it small by itself. */
export const POSTGRES_SEARCH: SearchEngine = {
  create: TABLES,
  find,
  repair: undefined,
  tidy: undefined,
}

/**
 * What many texts have is among the newest ones; what few have is in few places of the index. The
 * engine's own choice between the two goes by guesses, which for beginnings of words are far off.
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

/** Nothing but a number where nothing was found. */
interface Walked {
  readonly walked: number
  readonly id: FoundDocument['id'] | null
  readonly thread_id: string | null
  readonly message_id: string | null
}

/** `isWhole`: that was all of the workspace. */
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
    // One row says how many there were, even when none of them is wanted.
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

/** Of the workspace itself, which the threads know, and of none that is found already. */
const isWanted = ({ scope, without }: DocumentQuery): RawBuilder<boolean> => sql`
  exists (
    select 1 from threads
    where threads.id = document.thread_id
      and threads.project_id = ${scope.projectId}
      and threads.workspace_id = ${scope.workspaceId}
  ) ${without.length === 0 ? sql`` : sql`and document.thread_id not in (${sql.join(without)})`}`

/** Terms have neither quotation marks nor backslashes: nothing in them can end the quotation. */
function matchText(scope: string, terms: DocumentQuery['terms']): string {
  const all = terms.map(({ text, isPrefix }) => `'${scope}${text}'${isPrefix ? ':*' : ''}`)
  return `(${all.join(' & ')}) | '${scope}${UNREAD_TERM}'`
}
