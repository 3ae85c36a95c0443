import { type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { API_ROUTES } from '../app.ts'
import { createTenancyWorld, type TenancyWorld } from '../testing/create-tenancy-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { hasPlan, openPlanner, WHOLE_TABLE } from '../testing/query-plans.ts'
import { ROUTE_SAMPLES } from '../testing/route-samples.ts'

const CELLS = API_ROUTES.flatMap((route) => {
  const name = `${route.method} ${route.path}`
  return (ROUTE_SAMPLES[name] ?? []).map((sample, index) => ({
    route,
    sample,
    title: `${name} (${index})`,
  }))
})

describe.each(ENGINES)('statements of the routes on %s', (engine) => {
  let place: StorePlace
  let world: TenancyWorld
  let planner: ReturnType<typeof openPlanner>
  let statements: CompiledQuery[] = []
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTenancyWorld(place, {
      onStatement: (statement) => void statements.push(statement),
    })
    planner = openPlanner(place)
  })
  afterAll(async () => {
    await planner?.close()
    await world?.close()
    await place.remove()
  })

  const tags = engine === 'postgres' ? ['nightly'] : []
  test.each(CELLS)('$title: an index leads each statement to its rows', { tags }, async (cell) => {
    const { route, sample } = cell
    const ids = await world.seed()
    const who = route.access === 'server' ? 'server key' : 'owner'
    statements = []
    const response = await world.request(`/v1${sample.path?.(ids) ?? route.path}`, {
      method: route.method,
      headers: {
        'Content-Type': 'application/json',
        ...sample.headers,
        ...world.headers[who],
      },
      ...(sample.body ? { body: JSON.stringify(sample.body(ids)) } : {}),
    })
    await response.arrayBuffer()

    expect(response.status).toBe(sample.owner)
    const asked = new Map(
      statements.filter((each) => hasPlan(engine, each)).map((each) => [each.sql, each]),
    )
    for (const statement of asked.values()) {
      const plan = `${statement.sql}\n${await planner.explain(statement)}`
      expect(plan).not.toMatch(WHOLE_TABLE[engine])
    }
  })

  test('a statement that no index serves is found', async () => {
    const statement = { ...statements[0]!, sql: 'select * from messages where content = $1' }
    const unserved =
      engine === 'postgres' ? statement : { ...statement, sql: statement.sql.replace('$1', '?') }

    expect(await planner.explain({ ...unserved, parameters: ['x'] })).toMatch(WHOLE_TABLE[engine])
  })
})
