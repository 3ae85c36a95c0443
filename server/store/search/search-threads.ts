import type { Database, Queryable } from '../database.ts'
import { fromColumn } from '../json-column.ts'
import type { Scope, ThreadMatch, ThreadSearch } from '../store.ts'
import { selectThreads, toThreadRow } from '../thread-rows.ts'
import type { FoundDocument } from './find-documents.ts'
import { messageText } from './message-text.ts'
import { readQuery, type SearchQuery } from './search-query.ts'
import { searchScope, type DocumentKind } from './search-scope.ts'
import { createSnippet } from './snippet.ts'

/** Texts that are read at once; one may be half a megabyte. */
const TEXTS_PER_QUERY = 20
/**
 * Texts that one search reads. An index finds little that is not meant, so this ends a search only
 * for pairs of characters that stand everywhere and nowhere together.
 */
export const SEARCH_TEXTS_MAX = 1_000

type Match = Omit<ThreadMatch, 'thread'>

interface Search {
  readonly scope: Scope
  readonly query: SearchQuery
  readonly limit: number
  readonly found: Map<string, Match>
}

/**
 * Threads that have all of what somebody typed in their title or in one message: first those of
 * whose title it is, then those where it was said last. Each thread once, with its best text.
 */
export async function searchThreads(
  db: Queryable,
  database: Pick<Database, 'findDocuments' | 'now'>,
  scope: Scope,
  { text, limit }: ThreadSearch,
): Promise<readonly ThreadMatch[]> {
  const query = readQuery(text)
  if (!query) return []
  const found = new Map<string, Match>()
  const search = { scope, query, limit, found }
  await addMatches(db, database, search, 'title')
  await addMatches(db, database, search, 'message')
  if (found.size === 0) return []
  const threads = await selectThreads(db, database.now())
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', [...found.keys()])
    .execute()
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  return [...found].flatMap(([id, match]) => {
    // It may have gone since.
    const thread = byId.get(id)
    return thread ? [{ thread: toThreadRow(thread), ...match }] : []
  })
}

async function addMatches(
  db: Queryable,
  { findDocuments }: Pick<Database, 'findDocuments'>,
  { scope, query, limit, found }: Search,
  kind: DocumentKind,
) {
  let before: FoundDocument['id'] | undefined
  for (let read = 0; found.size < limit && read < SEARCH_TEXTS_MAX; read += TEXTS_PER_QUERY) {
    const { rows } = await findDocuments({
      scope,
      searchScope: searchScope(scope, kind),
      terms: query.terms,
      before,
      without: [...found.keys()],
      limit: TEXTS_PER_QUERY,
    }).execute(db)
    for (const { document, text } of await readTexts(db, rows)) {
      if (found.size === limit || found.has(document.thread_id)) continue
      const snippet = createSnippet(text, query)
      if (snippet) found.set(document.thread_id, { messageId: document.message_id, ...snippet })
    }
    if (rows.length < TEXTS_PER_QUERY) return
    before = rows.at(-1)?.id
  }
}

interface FoundText {
  readonly document: FoundDocument
  readonly text: string
}

/** In the order of the documents. */
async function readTexts(
  db: Queryable,
  documents: readonly FoundDocument[],
): Promise<readonly FoundText[]> {
  if (documents.length === 0) return []
  const texts = documents.some(({ message_id }) => message_id === null)
    ? await readTitles(db, documents)
    : await readMessages(db, documents)
  return documents.flatMap((document) => {
    const text = texts.get(document.message_id ?? document.thread_id)
    return text === undefined ? [] : [{ document, text }]
  })
}

async function readTitles(db: Queryable, documents: readonly FoundDocument[]) {
  const ids = documents.map(({ thread_id }) => thread_id)
  const rows = await db
    .selectFrom('threads')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title ?? '']))
}

async function readMessages(db: Queryable, documents: readonly FoundDocument[]) {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'content'])
    .where(({ or, and, eb }) =>
      or(
        documents.map(({ thread_id, message_id }) =>
          and([eb('thread_id', '=', thread_id), eb('id', '=', message_id ?? '')]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, content }) => [id, messageText(fromColumn(content))]))
}
