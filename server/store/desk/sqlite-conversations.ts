import { sql } from 'kysely'
import { createFtsIndex } from '../search/fts-index.ts'
import { UNREAD_TERM, type Term } from '../search/terms.ts'
import type { ConversationEngine, ConversationText } from './conversation-engine.ts'
import { conversationPrefix } from './conversation-terms.ts'

/** Texts of other threads between two that one query reads as well, rather than being two queries, of which each reads all terms with a beginning. */
const GAP_MAX = 5_000

/** By FTS5, which stores its index in its own tables. */
export const SQLITE_CONVERSATIONS: ConversationEngine = {
  ...createFtsIndex({
    documents: 'desk_documents',
    index: 'desk_index',
    // A search reads the terms of few weeks at once.
    prefixes: '',
    createDocuments: [
      sql`create table desk_documents (
        id integer primary key,
        project_id text not null,
        week integer not null,
        thread_id text not null references threads (id) on delete cascade,
        message_id text,
        terms text not null,
        foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade
      )`,
      sql`create unique index desk_documents_of_thread on desk_documents (thread_id, message_id)`,
      sql`create index desk_documents_weeks on desk_documents (project_id, week)`,
    ],
  }),
  async findInWeeks(db, { projectId, weeks, terms, limit }) {
    const { rows } = await sql<ConversationText>`
      select document.thread_id, document.message_id
      from desk_index join desk_documents as document on document.id = desk_index.rowid
      where desk_index match ${matchText(projectId, weeks, terms)}
        and document.project_id = ${projectId}
      limit ${limit}
    `.execute(db)
    return rows
  },
  async findInThreads(db, { projectId, threadIds, terms }) {
    if (threadIds.length === 0) return []
    // With the plus sign, the index of a project's weeks is none for this query: it has all texts of the project.
    const { rows } = await sql<ConversationText & { readonly id: number; readonly week: number }>`
      select id, week, thread_id, message_id from desk_documents
      where thread_id in (${sql.join(threadIds)}) and +project_id = ${projectId}
    `.execute(db)
    const documents = new Map(rows.map((row) => [row.id, row]))
    const match = matchText(projectId, [...new Set(rows.map(({ week }) => week))], terms)
    const found: ConversationText[] = []
    for (const [first, last] of stretchesOf([...documents.keys()])) {
      const { rows: hits } = await sql<{ id: number }>`
        select rowid as id from desk_index
        where desk_index match ${match} and rowid >= ${first} and rowid <= ${last}
      `.execute(db)
      for (const { id } of hits) {
        const document = documents.get(id)
        if (document) found.push(document)
      }
    }
    return found
  },
}

/** Texts of a thread, and of threads of one time, mostly follow each other. */
function stretchesOf(ids: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const stretches: [number, number][] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last && id - last[1] <= GAP_MAX) last[1] = id
    else stretches.push([id, id])
  }
  return stretches
}

/** Terms contain no quotation marks, so they cannot end their quotation. */
function matchText(projectId: string, weeks: readonly number[], terms: readonly Term[]): string {
  const ofWeek = weeks.map((week) => {
    const prefix = conversationPrefix(projectId, week)
    const all = terms.map(({ text, isPrefix }) => `"${prefix}${text}"${isPrefix ? ' *' : ''}`)
    return `(${all.join(' AND ')}) OR "${prefix}${UNREAD_TERM}"`
  })
  return ofWeek.join(' OR ')
}
