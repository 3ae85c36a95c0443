import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { CaseRun } from '../../shared/desk/case-runs.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

describe.each(ENGINES)('starts of runs over HTTP on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let server: ReturnType<typeof serve>
  let origin = ''
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    model = await startModelServer()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createDeskWorld({
      place,
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      config: { projects: { shop: {}, other: {} } },
    })
    server = serve({ fetch: world.app.fetch, port: 0, hostname: '127.0.0.1', createServer })
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const projectId of ['shop', 'other']) {
      const data = JSON.stringify({ turns: [{ role: 'user', text: 'say yes' }] })
      await world.store.cases.add({ projectId, name: 'Case', data, by: null }, 9)
    }
  })
  afterAll(async () => {
    server.close()
    await world.close()
    await place.remove()
    await model.stop()
  })

  async function start(body: object, project = 'shop') {
    const answer = await fetch(`${origin}/desk/api/projects/${project}/cases/runs`, {
      method: 'POST',
      headers: {
        Origin: origin,
        Cookie: world.cookieOf('service owner'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, json: (await answer.json()) as CaseRun & { error?: string } }
  }
  const count = async (project = 'shop') => (await world.store.caseRuns.list(project)).length

  test('a repeated start is the same run, also of those that come together', async () => {
    const body = { sides: ['live'], externalId: 'once' }
    const together = await Promise.all([start(body), start(body), start(body)])
    await world.cases.work()
    const late = await start(body)
    expect([...together, late].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set([...together, late].map(({ json }) => json.id)).size).toBe(1)
    expect(late.json.state).toBe('done')
    expect(await count()).toBe(1)

    const other = await start({ ...body, times: 2 })
    expect([other.status, other.json.error]).toEqual([422, 'idempotency_mismatch'])
    expect(await count()).toBe(1)
  })

  test('another name, another project and a start without a name make another run', async () => {
    const before = await count()
    const first = await start({ sides: ['live'], externalId: 'a' })
    const ids = [
      first.json.id,
      (await start({ sides: ['live'], externalId: 'b' })).json.id,
      (await start({ sides: ['live'] })).json.id,
      (await start({ sides: ['live'] })).json.id,
      (await start({ sides: ['live'], externalId: 'a' }, 'other')).json.id,
    ]
    expect(new Set(ids).size).toBe(5)
    expect(await count()).toBe(before + 4)
    expect(await count('other')).toBe(1)
    expect((await start({ externalId: 'x'.repeat(65) })).status).toBe(400)
    expect((await start({ externalId: '' })).status).toBe(400)
    await world.cases.work()
  })
})
