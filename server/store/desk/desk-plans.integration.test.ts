import { Kysely, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { GROWING, hasPlan, openPlanner, WHOLE_TABLE } from '../../testing/query-plans.ts'
import { createDatabase, type Database } from '../database.ts'
import { createPostgresDialect } from '../dialect-postgres.ts'
import { createSqliteDialect } from '../dialect-sqlite.ts'
import { createFactQueries } from '../facts/fact-queries.ts'
import { fillTables, TIME } from '../many-rows.test-support.ts'
import type { Tables } from '../tables.ts'
import { createConversationQueries } from './conversation-queries.ts'
import { createDeskQueries } from './desk-queries.ts'
import { createDeskReportQueries } from './report-queries.ts'

/** Enough that each statement of a call has something to read. */
const ROWS = 20
const LATER = '2027-01-16T08:00:00.000Z'
const DAYS = { from: '2027-01-01', to: '2027-01-20' }
const INSTANTS = { ...DAYS, start: TIME, end: LATER }
const NONE = { tags: [], withoutTags: [] }
const TAGS = ['assistant:default', 'language:en']
const LAST = { id: `t${ROWS}`, lastAt: TIME }
const ROW = { at: LATER, id: `m${ROWS}` }
const PAGE = { projectIds: ['p'], limit: 20 }
const EXPIRED = { projectId: 'p', before: LATER }

/** Reports of all projects look up each of them, of which there are few. */
const EACH_PROJECT = /^SCAN projects$/gm

type Ask = (on: Database) => Promise<unknown>
const conversations = createConversationQueries
const reports = createDeskReportQueries
const facts = createFactQueries
const desk = createDeskQueries

/** Lists and filters: the rows come in the order of an index. */
const LISTS: readonly (readonly [string, Ask])[] = [
  ['the newest conversations', (on) => conversations(on).list({ ...PAGE, filter: NONE })],
  ['later conversations', (on) => conversations(on).list({ ...PAGE, filter: NONE, after: LAST })],
  ['newer conversations', (on) => conversations(on).list({ ...PAGE, filter: NONE, since: LAST })],
  [
    'conversations of some days',
    (on) => conversations(on).list({ ...PAGE, filter: { ...NONE, from: TIME, to: LATER } }),
  ],
  ['answers with trouble', (on) => reports(on).listTroubled('p', INSTANTS, ROW)],
  ['called tools', (on) => reports(on).listTools('p', INSTANTS, ROW)],
  ['questions', (on) => reports(on).listQuestions('p', INSTANTS, ROW)],
  ['ratings', (on) => reports(on).listRatings('p', 'feedback', INSTANTS, ROW)],
  ['how answers used pages', (on) => reports(on).listUses('p', ROW)],
  ['the newest backup', (on) => reports(on).lastBackup()],
  ['acts of a project', (on) => desk(on).audit.list({ projectId: 'p7', limit: 20, after: ROW })],
  ['acts of all projects', (on) => desk(on).audit.list({ projectId: null, limit: 20, after: ROW })],
  ['answers without facts', (on) => facts(on).listDue(20)],
]

/** Sums and filters whose rows are counted or put in order, once an index has led to them. */
const REPORTS: readonly (readonly [string, Ask])[] = [
  [
    'conversations with a tag',
    (on) => conversations(on).list({ ...PAGE, filter: { ...NONE, tags: TAGS } }),
  ],
  [
    'conversations without a tag',
    (on) => conversations(on).list({ ...PAGE, filter: { ...NONE, withoutTags: TAGS } }),
  ],
  [
    'a search with a filter',
    (on) => conversations(on).list({ ...PAGE, filter: { ...NONE, tags: TAGS }, text: 'dword7' }),
  ],
  ['values of the filters', (on) => conversations(on).filterValues(['p'])],
  ['names of sources', (on) => conversations(on).sourceNames(['p'], ['s1', 's2'])],
  ['a conversation', (on) => conversations(on).messages('p', 't1')],
  ['notes of a conversation', (on) => conversations(on).notes.list('p', 't1')],
  ...(['day', 'assistant', 'model', 'language'] as const).flatMap(
    (group): (readonly [string, Ask])[] => [
      [`figures by ${group}`, (on) => reports(on).sumFigures('p', DAYS, group)],
      [
        `figures of all projects by ${group}`,
        (on) => reports(on).sumFigures(undefined, DAYS, group),
      ],
      [`times by ${group}`, (on) => reports(on).countSpeeds('p', DAYS, group)],
      [
        `times of all projects by ${group}`,
        (on) => reports(on).countSpeeds(undefined, DAYS, group),
      ],
    ],
  ),
  ['the busiest projects', (on) => reports(on).busiestProjects(DAYS)],
  ['what is used of budgets', (on) => reports(on).usedBudgets('p', ['calls', 'tokens'])],
  ['errors of models', (on) => reports(on).listErrors('p', TIME)],
  ['people of a project', (on) => desk(on).people.list('p7')],
  [
    'conversations that expire',
    (on) => facts(on).removeExpired({ ...EXPIRED, isAnonymous: true }, 0),
  ],
  ['how many visitors expire', (on) => facts(on).countExpired({ ...EXPIRED, isAnonymous: true })],
  ['how many users expire', (on) => facts(on).countExpired({ ...EXPIRED, isAnonymous: false })],
  ['prompts of an answer', (on) => facts(on).readPrompts('p', 't1', 'm1')],
  ['prompts that are old', (on) => facts(on).removeOldPrompts('p', TIME, 20)],
  ['texts that nothing uses', (on) => facts(on).removeLooseTexts()],
  ['an answer without facts', (on) => facts(on).readAnswer({ threadId: 't1', messageId: 'm1' })],
  ['figures of some models', (on) => facts(on).removeFiguresOf('p', ['a model'])],
]

describe.each(ENGINES)('plans of the desk on %s', (engine) => {
  let place: StorePlace
  let database: Database
  let planner: ReturnType<typeof openPlanner>
  let statements: CompiledQuery[] = []
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    const log = ({ query }: { query: CompiledQuery }) => void statements.push(query)
    const db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    database = createDatabase(db, dialect, () => new Date(LATER))
    await fillTables(db, ROWS)
    planner = openPlanner(place)
  })
  beforeEach(() => {
    statements = []
  })
  afterAll(async () => {
    await planner?.close()
    await database?.close()
    await place.remove()
  })

  /** Plans of the statements that a call makes, each with its text. */
  async function plansOf(ask: Ask, how?: { isOrdered: boolean }): Promise<readonly string[]> {
    await ask(database)
    const asked = new Map(
      statements.filter((each) => hasPlan(engine, each)).map((each) => [each.sql, each]),
    )
    const plans: string[] = []
    for (const each of asked.values())
      plans.push(`${each.sql}\n${await planner.explain(each, how)}`)
    expect(plans).not.toEqual([])
    return plans
  }

  test.each(LISTS)('%s: in the order of an index', async (_, ask) => {
    const [first] = await plansOf(ask, { isOrdered: true })

    expect(first).not.toMatch(GROWING[engine])
  })

  test.each([...LISTS, ...REPORTS])('%s: no statement reads a whole table', async (_, ask) => {
    for (const plan of await plansOf(ask)) {
      expect(plan.replaceAll(EACH_PROJECT, '')).not.toMatch(WHOLE_TABLE[engine])
    }
  })

  test('a filter without an index would be found', async () => {
    const plans = await plansOf((on) =>
      on.read((db) =>
        db.selectFrom('answer_facts').select('error').where('error', '=', 'x').execute(),
      ),
    )

    expect(plans[0]).toMatch(WHOLE_TABLE[engine])
    expect(plans[0]).toMatch(GROWING[engine])
  })
})
