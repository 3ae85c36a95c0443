import { sql } from 'kysely'
import { inTurns } from '../../steps/in-turns.ts'
import { inStatements, type Database, type Queryable } from '../database.ts'
import { fromColumn } from '../json-column.ts'
import { messageText } from '../search/documents.ts'
import { createSnippet, type Snippet } from '../search/snippet.ts'
import { readQuery, type SearchQuery } from '../search/terms.ts'
import type { ConversationText, WeekQuery } from './conversation-engine.ts'
import { maskInSteps } from './mask-steps.ts'
import {
  chooseTagged,
  walkConversations,
  type ConversationPlace,
  type ConversationWalk,
  type ListBounds,
  type WalkedPage,
} from './conversation-walk.ts'

/** A conversation, and the place in its masked texts where the words were found. */
export interface FoundConversation extends ConversationPlace {
  /** `null`: in its title. */
  readonly messageId: string | null
  readonly snippet: Snippet
}

/** Weeks of one query at most; the first queries ask for fewer. */
const WEEKS_PER_QUERY = 8
/** Weeks with texts that are known: 38 years. */
const WEEKS_MAX = 2_000
/** Conversations whose texts are read at once, one text of each: it may be half a megabyte. */
const READ_AT_ONCE = 10
/** Texts of a conversation that are read until one has all words; the index has few false hits. */
const TEXTS_PER_CONVERSATION = 20
/** Maximum of UTF-16 units that one call reads; the next page goes on from there. */
export const READ_CHARACTERS_MAX = 8 * 1_048_576

type Search = Omit<ConversationWalk, 'choose'> & {
  readonly text: string
  readonly signal?: AbortSignal | undefined
}
type SearchDatabase = Pick<Database, 'conversations'>

/** As {@link walkConversations}, for conversations with all words in their title or in one message. */
export async function searchConversations(
  db: Queryable,
  { conversations }: SearchDatabase,
  { text, ...walk }: Search,
): Promise<WalkedPage<FoundConversation>> {
  const query = readQuery(text)
  if (!query) return { places: [], next: null }
  const reader = createReader(db, query, walk)
  const { projectId } = walk.filter
  const texts = await askIndex(db, conversations, { projectId, terms: query.terms }, walk.bounds)
  if (texts) {
    reader.learn(texts)
    const places = await placesOf(db, walk, [...reader.known.keys()])
    return reader.read(places, null, walk.limit)
  }
  const { places, next } = await walkConversations(db, {
    ...walk,
    async choose(some) {
      reader.learn(
        await conversations.findInThreads(db, {
          projectId,
          threadIds: some.map(({ id }) => id),
          terms: query.terms,
        }),
      )
      return new Set(some.map(({ id }) => id).filter((id) => reader.known.has(id)))
    },
  })
  return reader.read(places, next, walk.limit)
}

/** All texts with the terms; undefined if they are too many. */
async function askIndex(
  db: Queryable,
  engine: Database['conversations'],
  { projectId, terms }: Pick<WeekQuery, 'projectId' | 'terms'>,
  { indexedTexts }: ListBounds,
): Promise<readonly ConversationText[] | undefined> {
  const texts: ConversationText[] = []
  let rest = await listWeeks(db, projectId)
  for (let size = 1; rest.length > 0; size = Math.min(size * 2, WEEKS_PER_QUERY)) {
    const limit = indexedTexts + 1 - texts.length
    const weeks = rest.slice(0, size)
    texts.push(...(await engine.findInWeeks(db, { projectId, weeks, terms, limit })))
    if (texts.length > indexedTexts) return undefined
    rest = rest.slice(size)
  }
  return texts
}

/** Weeks with texts of the project, the newest first, each by one look at an index. */
async function listWeeks(db: Queryable, projectId: string): Promise<readonly number[]> {
  const { rows } = await sql<{ week: number }>`
    with recursive weeks (week) as (
      select max(week) from desk_documents where project_id = ${projectId}
      union all
      select (
        select max(older.week) from desk_documents as older
        where older.project_id = ${projectId} and older.week < weeks.week
      ) from weeks where weeks.week is not null
    )
    select week from weeks where week is not null limit ${WEEKS_MAX}
  `.execute(db)
  return rows.map(({ week }) => week)
}

/** In the order of the list, by their ids. */
async function placesOf(
  db: Queryable,
  { filter, after }: Pick<Search, 'filter' | 'after'>,
  ids: readonly string[],
): Promise<readonly ConversationPlace[]> {
  const places: ConversationPlace[] = []
  for (const some of inStatements(ids)) {
    const rows = await db
      .selectFrom('thread_facts')
      .select(['thread_id', 'last_at', 'project_id'])
      .where('thread_id', 'in', some)
      .execute()
    const inTime = rows
      // Here, since SQLite would read the index of the whole project.
      .filter((row) => row.project_id === filter.projectId)
      .map((row) => ({ id: row.thread_id, lastAt: row.last_at }))
      .filter(({ lastAt }) => lastAt >= (filter.from ?? '') && (!filter.to || lastAt < filter.to))
      .filter((place) => after === undefined || isOlder(place, after))
    places.push(...(await chooseTagged(db, filter, filter.tags, inTime)))
  }
  return places.toSorted((a, b) => (isOlder(b, a) ? -1 : 1))
}

/** True if a conversation stands further down in the list. */
export const isOlder = (place: ConversationPlace, than: ConversationPlace): boolean =>
  place.lastAt < than.lastAt || (place.lastAt === than.lastAt && place.id < than.id)

/** Reads the texts in which the index found the terms. */
function createReader(db: Queryable, query: SearchQuery, { signal }: Pick<Search, 'signal'>) {
  const known = new Map<string, ConversationText[]>()
  let characters = 0

  function learn(texts: readonly ConversationText[]) {
    for (const text of texts) {
      const ofThread = known.get(text.thread_id)
      if (ofThread) ofThread.push(text)
      else known.set(text.thread_id, [text])
    }
  }

  /** Looks into one text of each conversation, and into another one of those where the words were not found. */
  async function find(places: readonly ConversationPlace[]) {
    const found = new Map<string, FoundConversation>()
    for (let round = 0; round < TEXTS_PER_CONVERSATION; round++) {
      const missing = places.filter(({ id }) => !found.has(id))
      const texts = missing.flatMap(({ id }) => known.get(id)?.[round] ?? [])
      if (texts.length === 0 || signal?.aborted === true) break
      const columns = await readColumns(db, texts)
      for (const place of missing) {
        const text = known.get(place.id)?.[round]
        const column = text && columns.get(text.message_id ?? text.thread_id)
        if (!text || column === undefined) continue
        characters += column.length
        const snippet = await inTurns(findIn(text, column, query), signal)
        if (snippet) found.set(place.id, { ...place, messageId: text.message_id, snippet })
      }
    }
    return places.flatMap(({ id }) => found.get(id) ?? [])
  }

  return {
    known,
    learn,
    /** @param next as of the page of these places. */
    async read(
      places: readonly ConversationPlace[],
      next: ConversationPlace | null,
      limit: number,
    ): Promise<WalkedPage<FoundConversation>> {
      const found: FoundConversation[] = []
      for (const some of inStatements(places, READ_AT_ONCE)) {
        found.push(...(await find(some)))
        const isLast = some.at(-1) === places.at(-1)
        if (found.length > limit || (found.length === limit && !isLast)) {
          return { places: found.slice(0, limit), next: found[limit - 1]! }
        }
        if (characters > READ_CHARACTERS_MAX && !isLast)
          return { places: found, next: some.at(-1)! }
      }
      return { places: found, next }
    },
  }
}

/** A message of half a megabyte is processed in a separate step. */
function* findIn({ message_id }: ConversationText, column: string, query: SearchQuery) {
  const text = message_id === null ? column : messageText(fromColumn(column))
  yield
  return yield* createSnippet(yield* maskInSteps(text), query)
}

/** Titles by thread, contents by message. */
async function readColumns(
  db: Queryable,
  texts: readonly ConversationText[],
): Promise<ReadonlyMap<string, string>> {
  const columns = new Map<string, string>()
  const ofTitles = texts.filter((text) => text.message_id === null)
  const ofMessages = texts.filter((text) => text.message_id !== null)
  if (ofTitles.length > 0) {
    const ids = ofTitles.map((text) => text.thread_id)
    const rows = await db
      .selectFrom('threads')
      .select(['id', 'title'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, title } of rows) columns.set(id, title ?? '')
  }
  if (ofMessages.length > 0) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'content'])
      .where(({ or, and, eb }) =>
        or(
          ofMessages.map(({ thread_id, message_id }) =>
            and([eb('thread_id', '=', thread_id), eb('id', '=', message_id ?? '')]),
          ),
        ),
      )
      .execute()
    for (const { id, content } of rows) columns.set(id, content)
  }
  return columns
}
