import { inTurns } from '../../steps/in-turns.ts'
import type { Database, Queryable } from '../database.ts'
import type { FoundDocument, SearchEngine } from './search-engine.ts'
import { fromColumn } from '../json-column.ts'
import type { Scope } from '../scope.ts'
import { selectThreads, toThreadRow, type ThreadRow } from '../thread-rows.ts'
import { messageText, searchScope, type DocumentKind } from './documents.ts'
import { createSnippet } from './snippet.ts'
import { readQuery, type SearchQuery, type Term } from './terms.ts'

export interface ThreadSearch {
  /** The user's input: words, all of which must match, each at least by its beginning. */
  readonly text: string
  readonly limit: number
  /** Aborted when the caller has left: the search ends with the results so far. */
  readonly signal?: AbortSignal
}

/** A thread, and its match. */
export interface ThreadMatch {
  readonly thread: ThreadRow
  /** `null`: in its title. */
  readonly messageId: string | null
  /** The title, or some words of the message around the first hit. */
  readonly text: string
  /** Hits in `text`, in order: UTF-16 units, the end exclusive. */
  readonly ranges: readonly (readonly [start: number, end: number])[]
}

/** Texts that an index is asked for at once; a thread may have any number of them. */
const DOCUMENTS_PER_QUERY = 200
/** Texts that one query returns, each of up to half a megabyte: this is one turn of the event loop. */
const TEXTS_PER_QUERY = 3
/**
 * Maximum of texts from one query of an index. The index has few false hits, so this ends a search only for
 * pairs of characters that are frequent separately and never together.
 */
export const SEARCH_TEXTS_MAX = 1_000
/**
 * Maximum of UTF-16 units that one search scans, of the newest texts first: long texts are not fully indexed,
 * and scanning all that one user may store would take seconds. Older texts are then not found.
 */
export const SEARCH_CHARACTERS_MAX = 8 * 1_048_576

type Match = Omit<ThreadMatch, 'thread'>

/** A query of an index. */
interface Look {
  readonly scope: Scope
  readonly kind: DocumentKind
  readonly terms: readonly Term[]
}

/**
 * Threads with all words of the input in their title or in one message: titles first, then the most recent
 * messages, and in both groups first those with whole words. Each thread once, with its best text.
 */
export async function searchThreads(
  db: Queryable,
  { search, now }: Pick<Database, 'search' | 'now'>,
  scope: Scope,
  { text, limit, signal }: ThreadSearch,
): Promise<readonly ThreadMatch[]> {
  const query = readQuery(text)
  if (!query) return []
  const found = new Map<string, Match>()
  const read = { ids: new Set<FoundDocument['id']>(), characters: 0 }
  for (const kind of ['title', 'message'] as const) {
    for (const terms of looksOf(query)) {
      await addMatches(db, search, { scope, kind, terms }, { query, limit, signal, found, read })
    }
  }
  if (found.size === 0) return []
  const threads = await selectThreads(db, now())
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', [...found.keys()])
    .execute()
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  return [...found].flatMap(([id, match]) => {
    // The thread may have been removed since.
    const thread = byId.get(id)
    return thread ? [{ thread: toThreadRow(thread), ...match }] : []
  })
}

/** Whole words first: they are the likely intention, and the index finds them without scanning. */
function looksOf({ terms }: SearchQuery): readonly (readonly Term[])[] {
  const hasBeginnings = terms.some(({ isPrefix }) => isPrefix)
  return hasBeginnings ? [terms.map((term) => ({ ...term, isPrefix: false })), terms] : [terms]
}

interface Results {
  readonly query: SearchQuery
  readonly limit: number
  readonly signal: AbortSignal | undefined
  readonly found: Map<string, Match>
  /** Texts without a match, which a second query may return again. */
  readonly read: { readonly ids: Set<FoundDocument['id']>; characters: number }
}

async function addMatches(
  db: Queryable,
  engine: SearchEngine,
  { scope, kind, terms }: Look,
  results: Results,
) {
  const { limit, signal, found } = results
  let before: FoundDocument['id'] | undefined
  for (let count = 0; found.size < limit && count < SEARCH_TEXTS_MAX;) {
    const { documents, isLast } = await engine.find(db, {
      scope,
      searchScope: searchScope(scope, kind),
      terms,
      before,
      without: [...found.keys()],
      wanted: limit - found.size,
      limit: DOCUMENTS_PER_QUERY,
    })
    if (signal?.aborted === true) return
    const unread = documents.filter(({ id }) => !results.read.ids.has(id))
    count += await addTexts(db, unread, results)
    if (isLast || results.read.characters >= SEARCH_CHARACTERS_MAX) return
    before = documents.at(-1)?.id
  }
}

/** Reads one text of each thread until it has a match. Returns how many were read. */
async function addTexts(
  db: Queryable,
  documents: readonly FoundDocument[],
  { query, limit, signal, found, read }: Results,
): Promise<number> {
  let count = 0
  let rest = documents
  while (rest.length > 0 && found.size < limit) {
    if (signal?.aborted === true) return count
    const some = firstOfEach(rest).slice(0, Math.min(TEXTS_PER_QUERY, limit - found.size))
    for (const { document, column } of await readTexts(db, some)) {
      if (read.characters >= SEARCH_CHARACTERS_MAX) return count
      const snippet = await inTurns(findIn(document, column, query), signal)
      read.characters += column.length
      read.ids.add(document.id)
      if (snippet) found.set(document.thread_id, { messageId: document.message_id, ...snippet })
    }
    count += some.length
    rest = rest.filter((document) => !some.includes(document) && !found.has(document.thread_id))
  }
  return count
}

/** A message of half a megabyte is processed in a separate step. */
function* findIn({ message_id }: FoundDocument, column: string, query: SearchQuery) {
  const text = message_id === null ? column : messageText(fromColumn(column))
  yield
  return yield* createSnippet(text, query)
}

/** The newest of each thread. */
function firstOfEach(documents: readonly FoundDocument[]): readonly FoundDocument[] {
  const threads = new Set<string>()
  return documents.filter(({ thread_id: id }) => !threads.has(id) && threads.add(id))
}

interface FoundText {
  readonly document: FoundDocument
  /** A title, or the content of a message. */
  readonly column: string
}

/** In the order of the documents. */
async function readTexts(
  db: Queryable,
  documents: readonly FoundDocument[],
): Promise<readonly FoundText[]> {
  if (documents.length === 0) return []
  const columns = documents.some(({ message_id }) => message_id === null)
    ? await readTitles(db, documents)
    : await readMessages(db, documents)
  return documents.flatMap((document) => {
    const column = columns.get(document.message_id ?? document.thread_id)
    return column === undefined ? [] : [{ document, column }]
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
  return new Map(rows.map(({ id, content }) => [id, content]))
}
