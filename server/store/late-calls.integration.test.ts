import { expect, inject, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createTestApp } from '../testing/create-test-app.ts'

test.each(ENGINES)('a call that comes while the server stops gets 503 on %s', async (engine) => {
  const place = await createMigratedPlace(engine, inject('postgresUrl'))
  const world = await createTestApp({ place })
  const { authorization } = await world.signIn()
  const call = () => world.request('/v1/threads', { headers: { authorization } })
  expect((await call()).status).toBe(200)

  // Some are pending, others start later.
  const underWay = Array.from({ length: 20 }, call)
  const closed = world.store.close()
  const late = Array.from({ length: 3 }, call)
  await closed
  const answers = await Promise.all([...underWay, ...late, call()])

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.slice(-4)).toEqual([503, 503, 503, 503])
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('5')
  expect(world.lines.join('')).not.toContain('driver has already been destroyed')
  expect(world.lines.join('')).toContain('The server is stopping.')
  await world.close()
  await place.remove()
})
