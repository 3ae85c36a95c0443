import { Kysely, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { explain as explainOn, GROWING, hasPlan } from '../testing/query-plans.ts'
import { createBlockedAddressQueries } from './blocked-addresses.ts'
import { createBudgetQueries } from './budgets.ts'
import { createDatabase, type Database } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { createApiKeyQueries } from './api-keys.ts'
import { createDeskReportQueries } from './desk/report-queries.ts'
import { createFileQueries } from './files.ts'
import { createLeaseQueries } from './message-leases.ts'
import { createKnowledgeQueries } from './knowledge/knowledge-queries.ts'
import { createNoticeQueries } from './notices/notice-queries.ts'
import { createMessageQueries } from './messages.ts'
import { createProjectQueries } from './projects.ts'
import { createPurgeQueries } from './purge.ts'
import { createReportQueries } from './reports.ts'
import { createScoreQueries } from './scores.ts'
import { createUserQueries } from './users.ts'
import { fillTables, MOVER, ROWS, SCOPE, TIME, VISITOR } from './many-rows.test-support.ts'
import { migrate } from './migrations/migrations.ts'
import { newFile, newMessage } from './new-rows.test-support.ts'
import { createRunQueries } from './runs.ts'
import { createSessionQueries } from './sessions.ts'
import { createSpentProofQueries } from './spent-proofs.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'

/** The embedded database chooses its plans without knowing how large its tables are. */
const ROWS_OF = { sqlite: 1_000, postgres: ROWS }
const LAST = `m${ROWS_OF.sqlite}`
const LATER = '2027-01-16T08:00:00.000Z'
const TARGET = { threadId: 't1', messageId: 'm1', runId: null }
const BUDGET = { name: 'calls', key: '7', unit: 'calls', max: 10 } as const
const RUN = { thread: 't11', owner: 'o', leaseUntil: TIME }
const DAYS = { from: '2027-01-15', to: '2027-01-15', start: TIME, end: LATER }
const PLACE = { threadId: 't1', messageId: 'm1' }
const RUNNING = { hookId: 'h7', projectId: 'p7' }
const CLAIM = { limit: 2, perHook: 1, perProject: 1, running: [RUNNING] }
const WEEK = { from: '2027-01-04', to: '2027-01-10' }
const ROW = { at: LATER, id: LAST }
const PURGE = {
  now: TIME,
  endedBefore: TIME,
  idleBefore: TIME,
  eventsBefore: TIME,
  noticesBefore: LATER,
  limit: 10,
}

/** Up to the refusal: the answer is a client's, which is checked last. */
async function goOn(on: Database) {
  const { id, content } = await createMessageQueries(on).append(SCOPE, 't11', newMessage('x'))
  const turn = { type: 'continue' as const, message: id, content }
  const started = createRunQueries(on).start(SCOPE, { ...RUN, turn })
  await expect(started).rejects.toThrow('waits for nothing')
}

describe.each(ENGINES)('plans on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let database: Database
  let queries: CompiledQuery[]
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    await migrate(dialect)
    queries = []
    const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
    db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    database = createDatabase(db, dialect, () => new Date())
    await fillTables(db, ROWS_OF[engine])
    if (engine === 'postgres') await sql`analyze`.execute(db)
  })
  beforeEach(() => {
    queries = []
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  const explain = (statement: CompiledQuery) => explainOn(db, engine, statement)

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['a message of any thread', (on) => createMessageQueries(on).findInWorkspace(SCOPE, LAST)],
    ['a thread by name', (on) => createThreadQueries(on).find(SCOPE, 'e3')],
    ['a thread by name alone', (on) => createThreadQueries(on).findNamed(SCOPE, 'e3')],
    ['the first threads', (on) => createThreadQueries(on).list(SCOPE, { limit: 20 })],
    ['the next threads', (on) => createThreadQueries(on).list(SCOPE, { limit: 20, after: 't77' })],
    [
      'the next threads of a kind',
      (on) => createThreadQueries(on).list(SCOPE, { limit: 20, after: 't77', isArchived: false }),
    ],
    ['a message by name', (on) => createMessageQueries(on).find(SCOPE, 't1', 'e3')],
    ['the first messages', (on) => createMessageQueries(on).list(SCOPE, 't1', { limit: 200 })],
    [
      'the next messages',
      (on) => createMessageQueries(on).list(SCOPE, 't1', { limit: 200, after: 'm777' }),
    ],
    ['the ids of a page', (on) => createMessageQueries(on).listIds(SCOPE, 't1', { limit: 200 })],
    [
      'a group of messages',
      (on) =>
        createMessageQueries(on).listGroup(
          SCOPE,
          't1',
          Array.from({ length: 20 }, (_, n) => `m${n}`),
        ),
    ],
    ['a document of knowledge', (on) => createKnowledgeQueries(on).findDocument('p1', 'd7')],
    ['the pieces of a document', (on) => createKnowledgeQueries(on).listPieces('p1', 'd7')],
    ['the number of pieces', (on) => createKnowledgeQueries(on).countEntries('p1')],
    [
      'words by beginning, end and length',
      (on) =>
        createKnowledgeQueries(on).findWords(
          'p1',
          ['word7'],
          [
            { by: 'beginning', part: 'word77' },
            { by: 'end', part: '777' },
            { by: 'beginning', part: 'word7', letters: 6 },
            { by: 'end', part: '77', letters: 6 },
          ],
        ),
    ],
    ['entries of pieces', (on) => createKnowledgeQueries(on).readEntries('p1', [1, 2, 3])],
    ['passages of pieces', (on) => createKnowledgeQueries(on).readPassages('p1', [1, 2, 3])],
    ['what messages take', (on) => createMessageQueries(on).usedBytes(SCOPE)],
    [
      'what a day may cost',
      (on) => createBudgetQueries(on).reserve('p', [BUDGET], { calls: 1, tokens: 1 }),
    ],
    ['the open run of a thread', (on) => createRunQueries(on).findActive(SCOPE, 't1')],
    ['an answer that goes on', goOn],
    ['the chunks of runs', (on) => createRunQueries(on).readChunks(['r1', 'r2'])],
    ['the chunks of a run from a place on', (on) => createRunQueries(on).readLines('r1', 7)],
    ['how a run is', (on) => createRunQueries(on).findState('r1')],
    ['a wish to stop a run', (on) => createRunQueries(on).requestStop('r1')],
    ['the runs that are to stop', (on) => createRunQueries(on).listStopped(['r1', 'r2'])],
    ['a stop that came early', (on) => createRunQueries(on).takeStop('s1')],
    ['a session', (on) => createSessionQueries(on).find('h1')],
    ['a longer life of a session', (on) => createSessionQueries(on).extend(['h1', 'h2'], LATER)],
    ['the end of a session', (on) => createSessionQueries(on).revoke('s9')],
    ['the end of a user’s sessions', (on) => createSessionQueries(on).revokeUser('p', 'u9')],
    ['a thread of a project', (on) => createThreadQueries(on).findInProject('p', 't1')],
    ['the first of a project', (on) => createThreadQueries(on).listProject('p', { limit: 20 })],
    [
      'the next of a project',
      (on) => createThreadQueries(on).listProject('p', { limit: 20, after: 't77' }),
    ],
    [
      'the next of a kind of a project',
      (on) =>
        createThreadQueries(on).listProject('p', { limit: 20, after: 't77', isArchived: true }),
    ],
    [
      'the next of a workspace of a project',
      (on) =>
        createThreadQueries(on).listProject('p', { limit: 9, after: 't77', workspaceId: 'w' }),
    ],
    ['a count of threads', (on) => createThreadQueries(on).count(SCOPE, 100)],
    ['an update of a thread', (on) => createThreadQueries(on).update(SCOPE, 'e5', { title: 'x' })],
    ['a title', (on) => createThreadQueries(on).titleOnce(SCOPE, 't6', 'x')],
    ['a removal of a thread', (on) => createThreadQueries(on).remove(SCOPE, 't7')],
    ['an update of a message', (on) => createMessageQueries(on).update(SCOPE, 't1', 'm9', {})],
    ['a newest answer', (on) => createMessageQueries(on).newestChild(SCOPE, 't1', 'm9')],
    ['a heartbeat', (on) => createLeaseQueries(on).beat(SCOPE, 't1', 'l1')],
    ['the end of a lease', (on) => createLeaseQueries(on).end(SCOPE, 't1', 'l2', 'done')],
    ['the leases of a page', (on) => createLeaseQueries(on).list('t1', ['m1', 'm2'])],
    ['blocked addresses', (on) => createBlockedAddressQueries(on).list()],
    ['the end of a block', (on) => createBlockedAddressQueries(on).unblock('a1', 'p')],
    ['a proof', (on) => createSpentProofQueries(on).spend('x1', LATER)],
    ['a project', (on) => createProjectQueries(on).find('p1')],
    ['a switch of a project', (on) => createProjectQueries(on).setSuspended('p1', true)],
    ['a key', (on) => createApiKeyQueries(on).findByHash('h1')],
    ['the keys of a project', (on) => createApiKeyQueries(on).list('p9')],
    ['a revocation of a key', (on) => createApiKeyQueries(on).revoke('p9', 'k9')],
    ['a score', (on) => createScoreQueries(on).find(SCOPE, 'n1', TARGET)],
    ['the scores of a thread', (on) => createScoreQueries(on).listOfThread(SCOPE, 't1', 'n1')],
    ['the first scores', (on) => createScoreQueries(on).listProject('p', { limit: 20 })],
    [
      'the next scores',
      (on) => createScoreQueries(on).listProject('p', { limit: 20, after: 's77' }),
    ],
    [
      'the next scores of a name',
      (on) => createScoreQueries(on).listProject('p', { limit: 20, after: 's77', name: 'n1' }),
    ],
    ['a score of a project', (on) => createScoreQueries(on).findInProject('p', 's1')],
    ['a report', (on) => createReportQueries(on).findRun(SCOPE, 'r1')],
    ['a report of a project', (on) => createReportQueries(on).findRunInProject('p', 'r1')],
    ['the first reports', (on) => createReportQueries(on).listRuns('p', { limit: 20 })],
    ['the next reports', (on) => createReportQueries(on).listRuns('p', { limit: 9, after: 'r7' })],
    [
      'the next reports of a thread',
      (on) => createReportQueries(on).listRuns('p', { limit: 20, after: 'r77', threadId: 't1' }),
    ],
    ['a file', (on) => createFileQueries(on).find(SCOPE, 'f1')],
    ['a file by its key', (on) => createFileQueries(on).findByKey('f1')],
    [
      'a file that gets ready',
      (on) => createFileQueries(on).markReady('f1', { mediaType: 'a/b', bytes: 1 }),
    ],
    ['files that are sent', (on) => createFileQueries(on).attach(SCOPE, 't1', ['f1', 'f2'])],
    ['a user’s bytes', (on) => createFileQueries(on).usedBytes(VISITOR)],
    [
      'the files of a page',
      (on) =>
        createFileQueries(on).findMany(
          SCOPE,
          Array.from({ length: 20 }, (_, n) => `f${n}`),
        ),
    ],
    ['a file that fits', (on) => createFileQueries(on).create(newFile(VISITOR), 1_000_000)],
    [
      'the room of a file that came',
      (on) => createFileQueries(on).reserve({ scope: VISITOR, key: 'f2' }, 2, 1_000_000),
    ],
    [
      'files that can go',
      (on) => createFileQueries(on).takeOrphans({ named: TIME, unnamed: LATER }, 20),
    ],
    ['files that no thread names', (on) => createFileQueries(on).takeUnsent(['f1', 'f2'])],
    ['a removal of files', (on) => createFileQueries(on).remove(['f8', 'f9'])],
    [
      'a move of threads',
      (on) => createThreadQueries(on).move(MOVER, { ...SCOPE, workspaceId: 'x' }),
    ],
    ['a user', (on) => createUserQueries(on, createSessionQueries(on)).export('p', 'erased')],
    [
      'an erasure of a user',
      (on) => createUserQueries(on, createSessionQueries(on)).erase('p', 'erased'),
    ],
    [
      'an erasure of a user in a workspace',
      (on) => createUserQueries(on, createSessionQueries(on)).erase('p', 'erased', 'team'),
    ],
    ['questions', (on) => createDeskReportQueries(on).listQuestions('p', DAYS, ROW)],
    ['ratings', (on) => createDeskReportQueries(on).listRatings('p', 'n1', DAYS, ROW)],
    ['a question of an answer', (on) => createDeskReportQueries(on).questionsOf('p', [PLACE])],
    ['a comment on an answer', (on) => createDeskReportQueries(on).commentsOf('p', 'n1', [PLACE])],
    ['an answer for a report', (on) => createDeskReportQueries(on).contentsOf('p', [PLACE])],
    ['how answers used pages', (on) => createDeskReportQueries(on).listUses('p', ROW)],
    ['the pieces of a project', (on) => createDeskReportQueries(on).listPieces('p1', 1)],
    ['some pieces', (on) => createDeskReportQueries(on).describePieces('p', [1, 2])],
    ['the webhooks of a project', (on) => createNoticeQueries(on).hooks.list('p7')],
    [
      'a notice',
      (on) =>
        createNoticeQueries(on).published.tell({ projectId: 'p7', version: 1, by: null, why: '' }),
    ],
    ['published versions', (on) => createNoticeQueries(on).published.list('p7')],
    ['deliveries that are due', (on) => createNoticeQueries(on).deliveries.claimDue(CLAIM)],
    ['one delivery', (on) => createNoticeQueries(on).deliveries.claim('v10')],
    ['the next deliveries', (on) => createNoticeQueries(on).deliveries.list('h7', 'v7')],
    ['mails that are due', (on) => createNoticeQueries(on).reportMails.claimDue()],
    ['mails of a project', (on) => createNoticeQueries(on).reportMails.list('p7')],
    [
      'the end of mails to a person',
      (on) => createNoticeQueries(on).reportMails.turnOff('p7', 'd7'),
    ],
    ['mails of a week', (on) => createNoticeQueries(on).reportMails.queueWeek('p7', WEEK, LATER)],
    ['a purge', (on) => createPurgeQueries(on).purge(PURGE)],
    [
      'a purge that finds something',
      (on) => createPurgeQueries(on).purge({ ...PURGE, now: LATER, idleBefore: LATER }),
    ],
  ])('%s: an index leads there, for any size of the table', async (_, query) => {
    await query(database)

    expect(queries.length).toBeGreaterThan(0)
    for (const asked of queries.filter((query) => hasPlan(engine, query))) {
      const plan = `${asked.sql}\n${await explain(asked)}`
      expect(plan).not.toMatch(GROWING[engine])
      expect(plan).toMatch(
        /using.* index|using (?:integer )?primary key|index scan|index only scan|multi-index or/i,
      )
      // Reading a whole project is as bad as a whole table, unless its rows come in order.
      const isOrdered = /order by/.test(asked.sql)
      expect(isOrdered ? '' : plan).not.toMatch(/\(project_id=\?\)/)
    }
  })

  test.each(['listTroubled', 'listTools'] as const)(
    '%s reads an index that has no other answers',
    async (name) => {
      await createDeskReportQueries(database)[name]('p', DAYS, ROW)

      const [asked] = queries
      const index = name === 'listTroubled' ? 'answer_facts_troubled' : 'answer_facts_with_tools'
      expect(await explain(asked!)).toContain(index)
    },
  )

  test('Postgres reads a year of a project at once, and the embedded database in short parts', async () => {
    const year = { from: '2026-01-01', to: '2026-12-31' }
    const statementsFor = async (project: string | undefined) => {
      queries = []
      await createDeskReportQueries(database).sumFigures(project, year, 'day')
      return queries.length
    }

    expect(await statementsFor('p')).toBe(engine === 'postgres' ? 1 : 46)
    expect(await statementsFor(undefined)).toBe(183)
  })

  test('a page of questions ends before the answers to them are looked up', async () => {
    await createDeskReportQueries(database).listQuestions('p', DAYS, ROW)

    const plan = await explain(queries[0]!)
    expect(plan).toMatch(
      {
        sqlite: /^(?:CO-ROUTINE|MATERIALIZE) looked_up\n.*SEARCH asked_questions/,
        postgres: /^Subquery Scan on looked_up.*\n\s*->\s+Limit/,
      }[engine],
    )
    expect(plan).toMatch(/answer_facts_message|autoindex_answer_facts/)
  })

  test.runIf(engine === 'postgres')(
    'candidates of a question are found by their words, and ordered afterwards',
    async () => {
      await createKnowledgeQueries(database).findCandidates({
        clauses: [{ every: [['w10', 'w20']], weight: 1 }],
        without: [],
        clauseLimit: 4_000,
        limit: 50,
      })

      const plan = await explain(queries[0]!)
      expect(plan).toMatch(/knowledge_entries_terms/)
      // An order by a key alone may be read from its index, with a look into the words of each entry.
      expect(plan).toMatch(/Sort Key: .*piece_id \+ 0/)
    },
  )

  test('a path of messages: each step by its key', async () => {
    await createMessageQueries(database).path(SCOPE, 't1', LAST)

    const plans = await Promise.all(queries.slice().map(explain))
    const walk = plans.find((plan) => /ancestors/.test(plan))
    expect(walk).toMatch(/messages/)
    expect(walk).not.toMatch(/SCAN messages|Seq Scan on messages/)
  })

  test('a removal of messages walks by keys, and only below them', async () => {
    const messages = createMessageQueries(database)
    const ids: string[] = []
    for (let n = 0; n < 10; n++) {
      const parent = ids.at(-1) ?? null
      const content = { role: 'user' }
      const row = { parent, externalId: null, format: 'f', content }
      ids.push((await messages.append(SCOPE, 't10', row)).id)
    }
    queries = []

    expect(await messages.remove(SCOPE, 't10', [ids[2]!, ids[5]!])).toBe(2)

    for (const asked of queries.filter((query) => hasPlan(engine, query))) {
      const plan = `${asked.sql}\n${await explain(asked)}`
      expect(plan).not.toMatch(GROWING[engine])
      // A recursive statement takes as long as the thread, in one turn of the event loop.
      expect(plan).not.toMatch(/recursive/)
    }
  })

  test('usage reads the days that are asked for and no others', async () => {
    const reports = createReportQueries(database)
    await reports.dailyUsage('p', '2027-03-01', '2027-03-02')
    await reports.periodUsage('p', '2027-03-01', '2027-03-02')

    expect(queries).toHaveLength(2)
    for (const asked of queries.slice()) {
      const plan = await explain(asked)
      expect(plan).toMatch(/run_reports_newest/)
      expect(plan).not.toMatch(/Seq Scan|SCAN/)
    }
  })

  test('the pattern finds a plan that grows', async () => {
    const unindexed = sql`select * from messages where content = 'x' order by content`.compile(db)

    expect(await explain(unindexed)).toMatch(GROWING[engine])
  })
})
