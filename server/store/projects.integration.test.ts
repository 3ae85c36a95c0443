import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { withStore } from '../testing/with-store.ts'
import { type ApiKeyRow, openStore } from './store.ts'
import { PROJECTS_PER_STATEMENT } from './projects.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

const createKey = (rest: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
  id: randomUUID(),
  projectId: 'default',
  name: 'backend',
  scope: 'server',
  keyHash: randomUUID(),
  hint: 'ab12',
  createdAt: T0,
  revokedAt: null,
  ...rest,
})

describe.each(ENGINES)('many projects on %s', (engine) => {
  test('are listed whole, by id, however many statements that takes', async () => {
    const place = await createMigratedPlace(engine, inject('postgresUrl'))
    const store = await openStore(place)
    const ids = ['default']
    const createUpTo = async (count: number) => {
      while (ids.length < count) {
        const id = `p${ids.length}`
        await store.projects.create({ id, name: 'x' })
        ids.push(id)
      }
    }
    const listed = async () => (await store.projects.list()).map(({ id }) => id)

    for (const count of [PROJECTS_PER_STATEMENT, PROJECTS_PER_STATEMENT + 1]) {
      await createUpTo(count)
      expect(await listed()).toEqual(ids.toSorted())
    }

    await store.close()
    await place.remove()
  })
})

describe.each(ENGINES)('projects and keys on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  test('the project "default" is there from the start', async () => {
    expect(await store.projects.find('default')).toMatchObject({
      id: 'default',
      suspendedAt: null,
    })
    const created = (await store.projects.find('default'))?.createdAt ?? ''
    expect(new Date(created).toISOString()).toBe(created)
  })

  test('a project is made once, found and listed by id', async () => {
    const made = await store.projects.create({ id: 'shop', name: 'Shop' })

    expect(made).toEqual({
      id: 'shop',
      name: 'Shop',
      createdAt: T0,
      suspendedAt: null,
      namedOnlySince: null,
      workBits: null,
      publishedNumber: null,
    })
    expect(await store.projects.find('shop')).toEqual(made)
    expect(await store.projects.find('unknown')).toBeUndefined()
    const again = store.projects.create({ id: 'shop', name: 'Again' })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    await expect(again).rejects.toThrow('"shop"')
    expect((await store.projects.list()).map(({ id }) => id)).toEqual(['default', 'shop'])
  })

  test('visitors are refused and allowed again; a second time keeps the first', async () => {
    const id = randomUUID()
    await store.projects.create({ id, name: 'x' })
    now = T0

    expect(await store.projects.setNamedOnly(id, true)).toBe(true)
    now = T1
    expect(await store.projects.setNamedOnly(id, true)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ namedOnlySince: T0, suspendedAt: null })
    expect(await store.projects.setNamedOnly(id, false)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ namedOnlySince: null })
    expect(await store.projects.setNamedOnly('unknown', true)).toBe(false)
    now = T0
  })

  test('a project says how hard the puzzle of new visitors is', async () => {
    const id = randomUUID()
    await store.projects.create({ id, name: 'x' })

    expect(await store.projects.setWorkBits(id, 18)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ workBits: 18 })
    expect(await store.projects.setWorkBits(id, 0)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ workBits: 0 })
    expect(await store.projects.setWorkBits(id, null)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ workBits: null })
    expect(await store.projects.setWorkBits('unknown', 18)).toBe(false)
  })

  test('a project is switched off and on again; a second time keeps the first', async () => {
    const id = randomUUID()
    await store.projects.create({ id, name: 'x' })

    expect(await store.projects.setSuspended(id, true)).toBe(true)
    now = T1
    expect(await store.projects.setSuspended(id, true)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ suspendedAt: T0 })
    expect(await store.projects.setSuspended(id, false)).toBe(true)
    expect(await store.projects.find(id)).toMatchObject({ suspendedAt: null })
    expect(await store.projects.setSuspended('unknown', true)).toBe(false)
    expect(await store.projects.find('default')).toMatchObject({ suspendedAt: null })
    now = T0
  })

  test('a key is found by its hash and listed in its project, oldest first', async () => {
    const projectId = randomUUID()
    const newer = createKey({ projectId, createdAt: T1, scope: 'browser' })
    const older = createKey({ projectId })
    await store.apiKeys.create(newer)
    await store.apiKeys.create(older)
    await store.apiKeys.create(createKey())

    expect(await store.apiKeys.findByHash(newer.keyHash)).toEqual(newer)
    expect(await store.apiKeys.findByHash('unknown')).toBeUndefined()
    expect(await store.apiKeys.list(projectId)).toEqual([older, newer])
  })

  test('a revoked key says since when; another project cannot revoke it', async () => {
    const key = createKey()
    await store.apiKeys.create(key)

    expect(await store.apiKeys.revoke('other', key.id)).toBe(false)
    expect(await store.apiKeys.findByHash(key.keyHash)).toEqual(key)
    expect(await store.apiKeys.revoke(key.projectId, key.id)).toBe(true)
    now = T1
    expect(await store.apiKeys.revoke(key.projectId, key.id)).toBe(true)
    now = T0
    expect(await store.apiKeys.findByHash(key.keyHash)).toEqual({ ...key, revokedAt: T0 })
    expect(await store.apiKeys.revoke(key.projectId, 'unknown')).toBe(false)
  })
})
