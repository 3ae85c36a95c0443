import fc from 'fast-check'
import { Kysely, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { GROWING, hasPlan, openPlanner, WHOLE_TABLE } from '../../testing/query-plans.ts'
import { createDatabase, type Database } from '../database.ts'
import { createPostgresDialect } from '../dialect-postgres.ts'
import { createSqliteDialect } from '../dialect-sqlite.ts'
import { insertAll } from '../insert-all.test-support.ts'
import { insertMessage } from '../message-rows.ts'
import type { Tables } from '../tables.ts'
import { createConversationQueries } from './conversation-queries.ts'
import { LIST_BOUNDS, type ConversationPlace } from './conversation-walk.ts'

const T0 = Date.parse('2027-01-15T08:00:00.000Z')
const DAY_MS = 86_400_000
const PROJECTS = ['p', 'q']
const THREADS = 60
const at = (days: number) => new Date(T0 + days * DAY_MS).toISOString()

const TAGS = [
  ['assistant:main', 'assistant:shop'],
  ['language:en', 'language:ar'],
  ['rating:good', 'rating:bad'],
  ['state:unanswered', 'state:error', 'state:stopped', 'state:repeated'],
  ['tool:track_order', 'tool:refund'],
  ['source:source_1', 'source:source_2'],
  ['page:https://shop.example/a', 'page:https://shop.example/b'],
]
const WORDS = ['refund', 'boots', 'parcel', 'when', 'Größe', '返品', 'order']

interface Talk {
  readonly id: string
  readonly projectId: string
  readonly lastAt: string
  readonly tags: readonly string[]
  readonly texts: readonly string[]
}

/** The same data in each run. */
const sample = <Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] =>
  fc.sample(arbitrary, { numRuns: count, seed: 42 })

const TALKS: readonly Talk[] = sample(
  fc.record({
    projectId: fc.constantFrom(...PROJECTS),
    // Few different times, so that most share theirs with others.
    lastAt: fc.integer({ min: 0, max: 20 }).map(at),
    tags: fc
      .tuple(...TAGS.map((kind) => fc.subarray(kind, { maxLength: 1 })))
      .map((all) => all.flat()),
    texts: fc.array(
      fc.subarray(WORDS, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  THREADS,
).map((talk, n) => ({ ...talk, id: `t${String(n).padStart(3, '0')}` }))

const filters = fc.record({
  from: fc.option(fc.integer({ min: 0, max: 21 }).map(at), { nil: undefined }),
  to: fc.option(fc.integer({ min: 0, max: 21 }).map(at), { nil: undefined }),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS.flat()), { maxLength: 2 }),
  withoutTags: fc.constantFrom([], [], ['rating:good', 'rating:bad']),
})
const words = fc.option(fc.constantFrom('refund', 'REF', 'groß', '返', 'boots ref', 'none'), {
  nil: undefined,
})

/** The list by reading all, without an index. */
function listSlowly(
  projectIds: readonly string[],
  { from, to, tags, withoutTags }: Parameters<Parameters<typeof filters.map>[0]>[0],
  text: string | undefined,
): readonly string[] {
  const fold = (word: string) => word.toLowerCase().replaceAll('ß', 'ss').replaceAll('ö', 'o')
  const asked = (text ?? '').split(' ').map(fold)
  return TALKS.filter(
    (talk) =>
      projectIds.includes(talk.projectId) &&
      (from === undefined || talk.lastAt >= from) &&
      (to === undefined || talk.lastAt < to) &&
      tags.every((tag) => talk.tags.includes(tag)) &&
      !withoutTags.some((tag) => talk.tags.includes(tag)) &&
      (text === undefined ||
        talk.texts.some((said) =>
          asked.every((word) => said.split(' ').some((each) => fold(each).startsWith(word))),
        )),
  )
    .toSorted((a, b) =>
      a.lastAt === b.lastAt ? (a.id < b.id ? 1 : -1) : a.lastAt < b.lastAt ? 1 : -1,
    )
    .map(({ id }) => id)
}

/** All texts of a project, of which a search needs those of some conversations. */
const WHOLE_PROJECT = /USING INDEX desk_documents_weeks \(project_id=\?\)/

describe.each(ENGINES)('the desk’s list of conversations on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let database: Database
  const statements: CompiledQuery[] = []
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    const log = ({ query }: { query: CompiledQuery }) => void statements.push(query)
    db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    database = createDatabase(db, dialect, () => new Date(T0))
    await fill(database, db)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  async function listAll(
    queries: ReturnType<typeof createConversationQueries>,
    projectIds: readonly string[],
    filter: Parameters<typeof listSlowly>[1],
    text: string | undefined,
    limit: number,
  ) {
    const found: string[] = []
    let after: ConversationPlace | undefined
    for (;;) {
      const page = await queries.list({ projectIds, filter, text, after, limit })
      expect(page.conversations.length).toBeLessThanOrEqual(limit)
      found.push(...page.conversations.map(({ id }) => id))
      if (page.next === null) return found
      after = page.next
    }
  }

  test.each([
    ['as set', LIST_BOUNDS],
    // Each word is frequent, and each page ends early.
    ['small', { step: 3, walked: 6, indexedTexts: 0 }],
  ])('equals a list that reads all, whatever is combined; bounds: %s', async (_, bounds) => {
    const queries = createConversationQueries(database, bounds)
    const projects = fc.constantFrom(['p'], ['q'], PROJECTS)
    const limits = fc.integer({ min: 1, max: 30 })
    await fc.assert(
      fc.asyncProperty(
        projects,
        filters,
        words,
        limits,
        async (projectIds, filter, text, limit) => {
          expect(await listAll(queries, projectIds, filter, text, limit)).toEqual(
            listSlowly(projectIds, filter, text),
          )
        },
      ),
      { numRuns: 80 },
    )
  })

  test('gives what is newer than a place', async () => {
    const queries = createConversationQueries(database)
    const filter = { tags: [], withoutTags: [] }
    const { conversations } = await queries.list({ projectIds: PROJECTS, filter, limit: 100 })
    const since = conversations[4]!

    const newer = await queries.list({ projectIds: PROJECTS, filter, since, limit: 100 })
    expect(newer.conversations).toEqual(conversations.slice(0, 4))
    const none = await queries.list({
      projectIds: PROJECTS,
      filter,
      since: conversations[0]!,
      limit: 100,
    })
    expect(none).toMatchObject({ conversations: [], next: null })
  })

  test('reads no whole table, and sorts no list', async () => {
    const planner = openPlanner(place)
    const queries = createConversationQueries(database)
    const filter = { from: at(1), tags: [], withoutTags: [] }
    const page = { projectIds: ['p'], limit: 10, after: { id: 't1', lastAt: at(15) } }
    const explainAll = async (ask: () => Promise<unknown>) => {
      statements.length = 0
      await ask()
      const plans: string[] = []
      for (const statement of statements.filter((each) => hasPlan(engine, each)))
        plans.push(await planner.explain(statement))
      expect(plans).not.toEqual([])
      return plans
    }
    const tags = ['assistant:main', 'language:en']
    for (const some of [filter, { ...filter, tags }, { ...filter, withoutTags: tags }]) {
      const [first, ...rest] = await explainAll(() => queries.list({ ...page, filter: some }))
      // Of few rows, Postgres sorts even those that an index has in order.
      const isInOrder = engine === 'sqlite' || some.tags.length === 0
      expect(first).not.toMatch((isInOrder ? GROWING : WHOLE_TABLE)[engine])
      for (const plan of rest) expect(plan).not.toMatch(WHOLE_TABLE[engine])
    }
    const small = createConversationQueries(database, { ...LIST_BOUNDS, indexedTexts: 0 })
    const asked = [
      () => queries.list({ ...page, filter, text: 'refund ord' }),
      () => small.list({ ...page, filter, text: 'refund ord' }),
      () => queries.filterValues(['p']),
      () => queries.find('p', 't001'),
      () => queries.messages('p', 't001'),
      () => queries.notes.list('p', 't001'),
      () => queries.pieces('p', ['1']),
      () => queries.countFiles('t001'),
    ]
    for (const ask of asked) {
      for (const plan of await explainAll(ask)) {
        expect(plan).not.toMatch(WHOLE_TABLE[engine])
        expect(plan).not.toMatch(WHOLE_PROJECT)
      }
    }
    await planner.close()
  })

  test('has the values of each filter, the most frequent first', async () => {
    const values = await createConversationQueries(database).filterValues(['p'])

    const talks = TALKS.filter(({ projectId }) => projectId === 'p')
    const count = (tag: string) => talks.filter(({ tags }) => tags.includes(tag)).length
    expect(values.assistant.toSorted()).toEqual(['main', 'shop'])
    const [first, second] = values.assistant.map((name) => count(`assistant:${name}`))
    expect(first).toBeGreaterThanOrEqual(second!)
    expect(values.page).toHaveLength(2)
    expect(await createConversationQueries(database).filterValues(['none'])).toEqual({
      assistant: [],
      language: [],
      tool: [],
      source: [],
      page: [],
    })
  })
})

async function fill(database: Database, db: Kysely<Tables>) {
  await insertAll(db, 'threads', TALKS, (talk) => ({
    id: talk.id,
    project_id: talk.projectId,
    workspace_id: 'w',
    user_id: 'u',
    external_id: null,
    title: null,
    is_archived: 0,
    metadata: null,
    last_message_at: talk.lastAt,
    created_at: at(0),
    updated_at: at(0),
  }))
  for (const talk of TALKS) {
    for (const text of talk.texts) {
      await database.write((trx) =>
        insertMessage(trx, {
          scope: { projectId: talk.projectId, workspaceId: 'w', userId: 'u' },
          threadId: talk.id,
          parent: undefined,
          message: {
            externalId: null,
            format: 'aui/v0',
            content: { role: 'user', content: [{ type: 'text', text }] },
          },
          origin: 'client',
          now: talk.lastAt,
        }),
      )
    }
  }
  await insertAll(db, 'thread_facts', TALKS, (talk) => ({
    thread_id: talk.id,
    project_id: talk.projectId,
    last_at: talk.lastAt,
    answers: 1,
    good: 0,
    bad: 0,
    cost_micros: null,
    question_id: null,
  }))
  const tags = TALKS.flatMap((talk) => talk.tags.map((tag) => ({ talk, tag })))
  await insertAll(db, 'thread_tags', tags, ({ talk, tag }) => ({
    project_id: talk.projectId,
    tag,
    thread_id: talk.id,
    last_at: talk.lastAt,
  }))
}
