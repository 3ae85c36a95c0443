import { sql, type RawBuilder } from 'kysely'
import { UNREAD_TERM, type Term } from '../search/terms.ts'
import type { ConversationEngine, ConversationText } from './conversation-engine.ts'
import { conversationPrefix } from './conversation-terms.ts'

/** The terms are final, so that no text search configuration of the server changes them. */
const TABLES: readonly RawBuilder<unknown>[] = [
  sql`create table desk_documents (
    id bigint generated always as identity,
    project_id text collate "C" not null,
    week integer not null,
    thread_id text collate "C" not null references threads (id) on delete cascade,
    message_id text collate "C",
    terms tsvector not null,
    foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade,
    primary key (project_id, week, id)
  )`,
  sql`create unique index desk_documents_of_thread on desk_documents (thread_id, message_id)`,
  // Without fast updates: the call that finds the pending list full would wait for all entries.
  sql`create index desk_documents_terms on desk_documents using gin (terms) with (fastupdate = off)`,
]

/** Postgres repairs its index and keeps it small by itself. */
export const POSTGRES_CONVERSATIONS: ConversationEngine = {
  create: TABLES,
  repair: undefined,
  tidy: undefined,
  async findInWeeks(db, { projectId, weeks, terms, limit }) {
    // The engine's estimates are far off for beginnings of words. With the limit inside, or for several weeks at
    // once, it would read the whole table rather than the index; and without this join, start other processes.
    const asked = weeks.map(
      (week) => sql`(cast(${matchText(projectId, [week], terms)} as tsquery))`,
    )
    const { rows } = await sql<ConversationText>`
      with asked (query) as materialized (values ${sql.join(asked)}),
      document as materialized (
        select document.thread_id, document.message_id
        from asked join desk_documents as document on document.terms @@ asked.query
        where document.project_id = ${projectId}
      )
      select thread_id, message_id from document limit ${limit}
    `.execute(db)
    return rows
  },
  async findInThreads(db, { projectId, threadIds, terms }) {
    if (threadIds.length === 0) return []
    // The engine's own choice would be the index of all terms, whose cost grows with the project.
    const { rows } = await sql<ConversationText & { readonly week: number }>`
      select distinct week from desk_documents
      where thread_id in (${sql.join(threadIds)}) and project_id = ${projectId}
    `.execute(db)
    if (rows.length === 0) return []
    const match = matchText(
      projectId,
      rows.map(({ week }) => week),
      terms,
    )
    const found = await sql<ConversationText>`
      with document as materialized (
        select thread_id, message_id, terms from desk_documents
        where thread_id in (${sql.join(threadIds)}) and project_id = ${projectId}
      )
      select thread_id, message_id from document where terms @@ cast(${match} as tsquery)
    `.execute(db)
    return found.rows
  },
}

/** Terms contain neither quotation marks nor backslashes, so they cannot end the quotation. */
function matchText(projectId: string, weeks: readonly number[], terms: readonly Term[]): string {
  const ofWeek = weeks.map((week) => {
    const prefix = conversationPrefix(projectId, week)
    const all = terms.map(({ text, isPrefix }) => `'${prefix}${text}'${isPrefix ? ':*' : ''}`)
    return `(${all.join(' & ')}) | '${prefix}${UNREAD_TERM}'`
  })
  return ofWeek.join(' | ')
}
