import { inStatements, type Database, type Queryable } from '../database.ts'
import { createSearchTurns } from '../search/search-turns.ts'
import { createBacklogQueries, isIndexed } from './conversation-backlog.ts'
import { createFixQueries } from './answer-fixes.ts'
import { createConversationMessageQueries } from './conversation-messages.ts'
import { createNoteQueries } from './conversation-notes.ts'
import { readConversationFacts, type ConversationFacts } from './conversation-rows.ts'
import { isOlder, searchConversations, type FoundConversation } from './conversation-search.ts'
import {
  LIST_BOUNDS,
  walkConversations,
  type ConversationFilter,
  type ConversationPlace,
  type ListBounds,
  type WalkedPage,
} from './conversation-walk.ts'
import { readPresentPieces, type PresentPiece } from './present-pieces.ts'
import { listFilterValues, readSourceNames, type TagKind } from './filter-values.ts'

/** Conversations of one or several projects. */
export interface ConversationPage {
  readonly projectIds: readonly string[]
  readonly filter: Omit<ConversationFilter, 'projectId'>
  /** Words as a person types them; undefined: no search. */
  readonly text?: string | undefined
  /** The last place of the page before; undefined: from the newest on. */
  readonly after?: ConversationPlace | undefined
  /** Only newer ones. */
  readonly since?: ConversationPlace | undefined
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** A conversation of a list, and the place of its words if they were searched for. */
export interface ListedConversation extends ConversationFacts {
  readonly found?: Pick<FoundConversation, 'messageId' | 'snippet'>
}

export interface ConversationList {
  readonly conversations: readonly ListedConversation[]
  /** For the next page; `null`: there are no more. A page may be short, or empty, and have a next one. */
  readonly next: ConversationPlace | null
  /** False while older texts are not in the index of the search yet. */
  readonly isIndexed: boolean
}

type Place = ConversationPlace & Partial<FoundConversation>

export function createConversationQueries(database: Database, bounds: ListBounds = LIST_BOUNDS) {
  const { read } = database
  const takeTurn = createSearchTurns()

  async function list(page: ConversationPage): Promise<ConversationList> {
    const { places, next } = await mergePages(page, (projectId) =>
      read((db) => readPage(db, database, projectId, { ...page, bounds })),
    )
    return {
      conversations: await read((db) => addFacts(db, places)),
      next,
      isIndexed:
        page.text === undefined ||
        (await read(async (db) => {
          for (const id of page.projectIds) if (!(await isIndexed(db, id))) return false
          return true
        })),
    }
  }

  return {
    ...createConversationMessageQueries(database),
    ...createBacklogQueries(database),
    notes: createNoteQueries(database),
    fixes: createFixQueries(database),
    /** Newest activity first, then by id. A search waits until earlier ones of the same projects have ended. */
    async list(page: ConversationPage): Promise<ConversationList> {
      if (page.text === undefined) return list(page)
      const end = await takeTurn(page.projectIds.join(' '), page.signal)
      if (!end) return { conversations: [], next: null, isIndexed: true }
      try {
        return await list(page)
      } finally {
        end()
      }
    },
    find: (projectId: string, threadId: string): Promise<ConversationFacts | undefined> =>
      read(async (db) => (await readConversationFacts(db, projectId, [threadId]))[0]),
    /** Files that refer to the conversation's messages. */
    async countFiles(threadId: string): Promise<number> {
      const { count } = await read((db) =>
        db
          .selectFrom('file_threads')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('thread_id', '=', threadId)
          .executeTakeFirstOrThrow(),
      )
      return Number(count)
    },
    /** Pieces of an owner's pages by their ids, without those that are gone. */
    pieces: (
      projectId: string,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, PresentPiece>> =>
      read((db) => readPresentPieces(db, projectId, ids)),
    /** Locations of sources by their ids, without those that are gone. */
    sourceNames: (
      projectIds: readonly string[],
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, string>> => read((db) => readSourceNames(db, projectIds, ids)),
    /** Values of each filter, over all of the projects. */
    async filterValues(
      projectIds: readonly string[],
    ): Promise<Readonly<Record<TagKind, readonly string[]>>> {
      const all: Awaited<ReturnType<typeof listFilterValues>>[] = []
      for (const projectId of projectIds)
        all.push(await read((db) => listFilterValues(db, projectId)))
      const join = (kind: TagKind) => [...new Set(all.flatMap((values) => values[kind]))]
      return {
        assistant: join('assistant'),
        language: join('language'),
        tool: join('tool'),
        source: join('source'),
        page: join('page'),
      }
    },
  }
}

async function readPage(
  db: Queryable,
  database: Database,
  projectId: string,
  {
    filter,
    text,
    after,
    since,
    limit,
    signal,
    bounds,
  }: ConversationPage & { readonly bounds: ListBounds },
): Promise<WalkedPage<Place>> {
  const from = since === undefined ? filter.from : laterOf(filter.from, since.lastAt)
  const walk = { filter: { ...filter, from, projectId }, after, limit, bounds }
  const page =
    text === undefined
      ? await walkConversations(db, walk)
      : await searchConversations(db, database, { ...walk, text, signal })
  if (since === undefined) return page
  const places = page.places.filter((place) => isOlder(since, place))
  return { places, next: places.length < page.places.length ? null : page.next }
}

const laterOf = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)

/** The newest of all projects' pages. Where a page ends early, older ones of other projects wait. */
async function mergePages(
  { projectIds, limit }: ConversationPage,
  readOne: (projectId: string) => Promise<WalkedPage<Place>>,
): Promise<WalkedPage<Place>> {
  const pages: WalkedPage<Place>[] = []
  for (const projectId of projectIds) pages.push(await readOne(projectId))
  if (pages.length === 1) return pages[0]!
  const ends = pages.flatMap(({ next }) => next ?? [])
  const end = ends.toSorted((a, b) => (isOlder(a, b) ? 1 : -1))[0]
  const all = pages
    .flatMap(({ places }) => places)
    .filter((place) => end === undefined || !isOlder(place, end))
    .toSorted((a, b) => (isOlder(a, b) ? 1 : -1))
  const places = all.slice(0, limit)
  return { places, next: all.length > limit ? places.at(-1)! : (end ?? null) }
}

async function addFacts(
  db: Queryable,
  places: readonly Place[],
): Promise<readonly ListedConversation[]> {
  const byId = new Map(places.map((place) => [place.id, place]))
  const listed: ListedConversation[] = []
  for (const ids of inStatements([...byId.keys()])) {
    for (const facts of await readConversationFacts(db, undefined, ids)) {
      const { messageId, snippet } = byId.get(facts.id)!
      // As the list had it: the conversation may have gone on since.
      const { lastAt } = byId.get(facts.id)!
      const found = snippet && { found: { messageId: messageId ?? null, snippet } }
      listed.push({ ...facts, lastAt, ...found })
    }
  }
  return listed
}
