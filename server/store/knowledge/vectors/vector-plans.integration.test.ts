import { Kysely, type CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../scripts/store-place.ts'
import { hasPlan, openPlanner, WHOLE_TABLE } from '../../../testing/query-plans.ts'
import { withStore } from '../../../testing/with-store.ts'
import { createDatabase } from '../../database.ts'
import { createPostgresDialect } from '../../dialect-postgres.ts'
import { createSqliteDialect } from '../../dialect-sqlite.ts'
import type { Tables } from '../../tables.ts'
import { fillKnowledge } from '../knowledge-rows.test-support.ts'
import { createEmbeddingQueries } from './embedding-queries.ts'
import { createVectorQueries } from './vector-queries.ts'

const SHAPE = { dimensions: 3, centre: [0, 0, 0] }
const UNIT = [0.6, -0.8, 0]

describe.each(ENGINES)('plans of vectors on %s', (engine) => {
  const { store, place } = withStore(engine)
  beforeAll(() => fillKnowledge(place, store))

  /** All statements of some work. */
  async function record(
    work: (on: ReturnType<typeof openQueries>['queries'], id: string) => Promise<unknown>,
  ) {
    const { queries, statements, close } = openQueries()
    const [model] = await store.embeddings.listModels('default')
    await work(queries, model!.id)
    await close()
    return statements.filter((statement) => hasPlan(engine, statement))
  }

  function openQueries() {
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    const statements: CompiledQuery[] = []
    const log = ({ query }: { query: CompiledQuery }) => void statements.push(query)
    const db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    const database = createDatabase(db, dialect, () => new Date())
    const queries = { ...createEmbeddingQueries(database), ...createVectorQueries(database) }
    return { queries, statements, close: () => database.close() }
  }

  const projectId = 'default'
  test.each<[string, Parameters<typeof record>[0]]>([
    ['the models of a project', (on) => on.listModels(projectId)],
    ['the number of pieces', (on) => on.countPieces(projectId, 10)],
    ['texts without a vector', (on, id) => on.listUnembedded({ id, projectId }, undefined)],
    [
      'the next texts without a vector',
      (on, id) => on.listUnembedded({ id, projectId }, { hash: '5', id: 1 }),
    ],
    ['new vectors', (on, id) => on.saveVectors(id, [{ hash: 'x', title: '', unit: UNIT }], SHAPE)],
    [
      'the pieces of near vectors',
      async (on, id) => on.findPieces(projectId, await on.findNear(id, SHAPE, UNIT, 500)),
    ],
    ['a sample of similarities', (on, id) => on.sampleSimilarities(id, SHAPE, UNIT)],
    ['refused texts', (on, id) => on.listRefused({ id, projectId })],
    ['unused vectors', (on, id) => on.removeUnused({ id, projectId }, 0)],
    ['usage', (on) => on.dailyUsage(projectId, '2027-01-01', '2027-01-31')],
    [
      'the vectors of a model that leaves',
      async (on, id) => {
        await on.nameModel(projectId, undefined)
        await on.removeSome(id)
      },
    ],
  ])('%s are found without reading a whole table', async (_, work) => {
    const planner = openPlanner({ ...place, remove: () => Promise.resolve() })
    const statements = await record(work)
    expect(statements.length).toBeGreaterThan(0)
    const plans = await Promise.all(
      statements.map(async (statement) => [statement.sql, await planner.explain(statement)]),
    )
    expect(plans.filter(([, plan]) => WHOLE_TABLE[engine].test(plan!))).toEqual([])
    await planner.close()
  })
})
