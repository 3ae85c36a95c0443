import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { DATABASE_FILE } from '../dialect-sqlite.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import { openStore, type Store } from '../store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const NOTHING = { now: T0, endedBefore: T0, idleBefore: T0, limit: 10 }
/** More removals than FTS5 ignores before it rewrites a part of the index. */
const TEXTS = 200
const WORDS = 200

let place: StorePlace
let store: Store
let beside: DatabaseSync
beforeEach(async () => {
  place = await createMigratedPlace('sqlite', '')
  store = await openStore({ ...place, now: () => new Date(T0) })
  beside = new DatabaseSync(join(place.dataDir, DATABASE_FILE))
})
afterEach(async () => {
  beside.close()
  await store.close()
  await place.remove()
})

const one = (query: string) => Object.values(beside.prepare(query).get()!)[0]
const indexBytes = () => Number(one('select sum(length(block)) from search_index_data'))
const deleteMerge = () => one(`select v from search_index_config where k = 'deletemerge'`)

async function createThread(scope: ReturnType<typeof createScope>, name: string) {
  const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
  for (let n = 0; n < TEXTS; n += 1) {
    const words = Array.from({ length: WORDS }, (_, word) => `${name}${n}x${word}`)
    await store.messages.append(scope, id, newMessage(words.join(' ')))
  }
  return id
}

test('a removal writes nothing of the index anew; the words leave it with the next purge', async () => {
  const scope = createScope()
  const [removed, kept] = [await createThread(scope, 'gone'), await createThread(scope, 'kept')]
  await store.maintenance.purge(NOTHING)
  const full = indexBytes()

  await store.threads.remove(scope, removed)

  expect(indexBytes()).toBeGreaterThanOrEqual(full)
  const find = async (text: string) =>
    (await store.threads.search(scope, { text, limit: 5 })).map(({ thread }) => thread.id)
  expect(await find('gone0x0')).toEqual([])

  await store.maintenance.purge(NOTHING)

  expect(indexBytes()).toBeLessThan(full * 0.6)
  expect(await find('gone0x0')).toEqual([])
  expect(await find('kept199x199')).toEqual([kept])
  expect(deleteMerge()).toBe(0)
})

test('an index of an older version removes as quickly after the first purge', async () => {
  expect(deleteMerge()).toBe(0)
  beside.exec(`insert into search_index (search_index, rank) values ('deletemerge', 10)`)

  await store.maintenance.purge(NOTHING)

  expect(deleteMerge()).toBe(0)
})
