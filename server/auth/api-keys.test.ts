import { beforeEach, expect, test } from 'vitest'
import { withStore } from '../testing/with-store.ts'
import { API_KEY_CACHE_MS, API_KEY_NAME_MAX, type ApiKeys, createApiKeys } from './api-keys.ts'

let now = 0

const { store } = withStore('sqlite', { now: () => new Date(now), lasts: 'test' })

beforeEach(async () => {
  now = Date.parse('2026-11-21T05:00:00.000Z')
})

/** Each has its own cache, as each server process has. */
const open = () => createApiKeys({ queries: store.apiKeys, now: () => now })
const createKey = (keys: ApiKeys, name = 'backend') =>
  keys.create({ projectId: 'default', name, scope: 'server' })
const UNKNOWN = { code: 'token_rejected', message: 'Unknown or expired API key' }

test('a key is 256 random bits behind its prefix, and the store never sees it', async () => {
  const keys = open()
  const { key, row } = await createKey(keys)
  const browser = await keys.create({ projectId: 'default', name: 'page', scope: 'browser' })

  expect(key).toMatch(/^sk_[\w-]{43}$/)
  expect(browser.key).toMatch(/^pk_[\w-]{43}$/)
  expect((await createKey(keys)).key).not.toBe(key)
  const stored = await store.apiKeys.list('default')
  expect(JSON.stringify(stored)).not.toContain(key.slice(3))
  expect(stored).toContainEqual(row)
  expect(row).toMatchObject({ hint: key.slice(-4), name: 'backend', revokedAt: null })
  expect(row.id).toMatch(/^[0-9A-Za-z]{16}$/)
})

test('a key proves itself in its own project only', async () => {
  const keys = open()
  const { key, row } = await createKey(keys)
  await store.projects.create({ id: 'other', name: 'Other' })

  expect(await keys.verify(key, 'default')).toEqual(row)
  await expect(keys.verify(key, 'other')).rejects.toMatchObject(UNKNOWN)
})

test.each([
  'sk_',
  'sk_short',
  'pk_short',
  `sk_${'a'.repeat(42)}`,
  `sk_${'a'.repeat(129)}`,
  `sk_${'a'.repeat(42)}.`,
  `sk_${'a'.repeat(43)}\n`,
  `xk_${'a'.repeat(43)}`,
  'sk_aui_proj_0123456789',
])('%j has not the form of a key', async (text) => {
  await expect(open().verify(text, 'default')).rejects.toMatchObject({
    code: 'token_rejected',
    message: 'Invalid API key format',
  })
})

test('a key that nobody made is unknown, and so is one with another prefix', async () => {
  const keys = open()
  const { key } = await createKey(keys)

  await expect(keys.verify(`sk_${'a'.repeat(43)}`, 'default')).rejects.toMatchObject(UNKNOWN)
  await expect(keys.verify(`pk_${key.slice(3)}`, 'default')).rejects.toMatchObject(UNKNOWN)
  await expect(keys.verify(key, 'default')).resolves.toBeTruthy()
})

test('a revoked key ends at once here, and within 30 s on another server', async () => {
  const here = open()
  const there = open()
  const { key, row } = await createKey(here)
  const kept = await createKey(here, 'kept')
  await here.verify(key, 'default')
  await there.verify(key, 'default')

  expect(await here.revoke('default', row.id)).toBe(true)

  await expect(here.verify(key, 'default')).rejects.toMatchObject(UNKNOWN)
  now += API_KEY_CACHE_MS
  await expect(there.verify(key, 'default')).resolves.toBeTruthy()
  now += 1
  await expect(there.verify(key, 'default')).rejects.toMatchObject(UNKNOWN)
  await expect(here.verify(kept.key, 'default')).resolves.toBeTruthy()
})

test('no project revokes the key of another', async () => {
  const keys = open()
  const { key, row } = await createKey(keys)

  expect(await keys.revoke('other', row.id)).toBe(false)
  expect(await keys.revoke('default', 'unknown')).toBe(false)
  await expect(keys.verify(key, 'default')).resolves.toBeTruthy()
})

test('a name has 1 to 255 characters', async () => {
  const keys = open()

  await expect(createKey(keys, 'n')).resolves.toBeTruthy()
  await expect(createKey(keys, 'n'.repeat(API_KEY_NAME_MAX))).resolves.toBeTruthy()
  const refusal = { code: 'invalid_request', message: expect.stringContaining('255') }
  await expect(createKey(keys, '')).rejects.toMatchObject(refusal)
  await expect(createKey(keys, 'n'.repeat(API_KEY_NAME_MAX + 1))).rejects.toMatchObject(refusal)
})
