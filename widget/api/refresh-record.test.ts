// @vitest-environment node
import { expect, test } from 'vitest'
import { createFakeStorage } from './fake-tokens.test-support.ts'
import { createRefreshRecord, type StorageState } from './refresh-record.ts'

const BASE = 'https://chat.example/p/shop'
const KEY = `aui:refresh_token:${BASE}`
const TOKEN = { token: 'rt_1', expires_at: '2026-12-21T00:00:00.000Z' }

test('keeps the token under a key of its project (3.52, 9.2)', () => {
  const storage = createFakeStorage()
  const record = createRefreshRecord({ base: BASE, openStorage: () => storage })

  record.write(TOKEN)

  expect(JSON.parse(storage.getItem(KEY) ?? '')).toEqual(TOKEN)
  expect(record.read()).toEqual(TOKEN)
  expect(record.state).toBe('kept')
})

test('reads what another tab wrote and forgets what another tab removed', () => {
  const storage = createFakeStorage()
  const record = createRefreshRecord({ base: BASE, openStorage: () => storage })
  record.write(TOKEN)

  storage.setItem(KEY, JSON.stringify({ ...TOKEN, token: 'rt_2' }))
  expect(record.read()?.token).toBe('rt_2')

  storage.removeItem(KEY)
  expect(record.read()).toBeNull()
})

test.each(['', 'null', '{', '{"token":1}', '"rt_1"', '[]'])('takes %j for nothing', (text) => {
  const record = createRefreshRecord({
    base: BASE,
    openStorage: () => createFakeStorage({ [KEY]: text }),
  })

  expect(record.read()).toBeNull()
  expect(record.state).toBe('kept')
})

test('lives in memory where storage cannot be opened, and says so once', () => {
  const states: StorageState[] = []
  const record = createRefreshRecord({
    base: BASE,
    openStorage: () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    },
    onState: (state) => states.push(state),
  })

  expect(record.read()).toBeNull()
  record.write(TOKEN)

  expect(record.read()).toEqual(TOKEN)
  expect(states).toEqual(['memory'])
})

test('lives in memory once storage is full (R25)', () => {
  const full = createFakeStorage()
  const record = createRefreshRecord({
    base: BASE,
    openStorage: () => ({
      ...full,
      setItem() {
        throw new DOMException('Full.', 'QuotaExceededError')
      },
    }),
  })
  expect(record.read()).toBeNull()
  expect(record.state).toBe('kept')

  record.write(TOKEN)

  expect(record.state).toBe('memory')
  expect(record.read()).toEqual(TOKEN)
})

/** A storage that refuses new entries while it is full. */
function createFullStorage() {
  const storage = createFakeStorage()
  const world = { isFull: true, storage }
  const open = () => ({
    ...storage,
    setItem(key: string, value: string) {
      if (world.isFull) throw new DOMException('Full.', 'QuotaExceededError')
      storage.setItem(key, value)
    },
  })
  return Object.assign(world, { open })
}

test('is kept as soon as storage has room again, and says so', () => {
  const world = createFullStorage()
  const states: StorageState[] = []
  const record = createRefreshRecord({
    base: BASE,
    openStorage: world.open,
    onState: (state) => states.push(state),
  })
  record.write(TOKEN)
  expect(record.read()).toEqual(TOKEN)
  expect(states).toEqual(['memory'])

  world.isFull = false
  expect(record.read()).toEqual(TOKEN)

  expect(states).toEqual(['memory', 'kept'])
  expect(JSON.parse(world.storage.getItem(KEY) ?? '')).toEqual(TOKEN)
})

test('a token that had no room replaces none that another tab wrote meanwhile', () => {
  const world = createFullStorage()
  const record = createRefreshRecord({ base: BASE, openStorage: world.open })
  record.write(TOKEN)
  const newer = { ...TOKEN, token: 'rt_2' }
  world.storage.setItem(KEY, JSON.stringify(newer))
  world.isFull = false

  expect(record.read()).toEqual(newer)
  expect(record.state).toBe('kept')
  expect(JSON.parse(world.storage.getItem(KEY) ?? '')).toEqual(newer)
})

const OLD_KEY = 'aui:refresh_token'

test('moves what an older client kept without the project’s name, once (9.2)', () => {
  const storage = createFakeStorage({ [OLD_KEY]: JSON.stringify(TOKEN) })
  const open = () => createRefreshRecord({ base: BASE, openStorage: () => storage })

  expect(open().read()).toEqual(TOKEN)
  expect(storage.getItem(OLD_KEY)).toBeNull()
  expect(JSON.parse(storage.getItem(KEY) ?? '')).toEqual(TOKEN)

  storage.removeItem(KEY)
  expect(open().read()).toBeNull()
})

test('keeps its own record before an older one', () => {
  const storage = createFakeStorage({
    [OLD_KEY]: JSON.stringify({ ...TOKEN, token: 'old' }),
    [KEY]: JSON.stringify(TOKEN),
  })

  expect(createRefreshRecord({ base: BASE, openStorage: () => storage }).read()).toEqual(TOKEN)
  expect(storage.getItem(OLD_KEY)).toBeNull()
})

test('leaves the older record where the move fails', () => {
  const full = createFakeStorage({ [OLD_KEY]: JSON.stringify(TOKEN) })
  const record = createRefreshRecord({
    base: BASE,
    openStorage: () => ({
      ...full,
      setItem() {
        throw new DOMException('Full.', 'QuotaExceededError')
      },
    }),
  })

  record.read()

  expect(full.getItem(OLD_KEY)).not.toBeNull()
})
