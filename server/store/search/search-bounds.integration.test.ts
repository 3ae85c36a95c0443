import { expect, test } from 'vitest'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import { openStore } from '../store.ts'
import { SEARCH_CHARACTERS_MAX, SEARCH_TEXTS_MAX } from './search-threads.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const ALL = 50
/** A thousand threads, on a busy machine. */
const FILL_TIMEOUT_MS = 60_000

async function openWorld() {
  const place = await createMigratedPlace('sqlite', '')
  const store = await openStore({ ...place, now: () => new Date(T0) })
  return {
    store,
    async close() {
      await store.close()
      await place.remove()
    },
  }
}

test.each([
  [SEARCH_TEXTS_MAX - 1, 1],
  [SEARCH_TEXTS_MAX, 0],
])(
  'behind %i texts that are not meant, %i is found',
  async (others, count) => {
    const { store, close } = await openWorld()
    const scope = createScope()
    await store.threads.create(scope, { title: '東京都', lastMessageAt: T0 })
    for (let n = 0; n < others; n++) {
      await store.threads.create(scope, { title: '京都 東京', lastMessageAt: T0 })
    }

    expect(await store.threads.search(scope, { text: '東京都', limit: ALL })).toHaveLength(count)
    await close()
  },
  FILL_TIMEOUT_MS,
)

/** Too long for an index, so that each search reads it. */
const LONG_CHARACTERS = 500_000
const LONG_TEXT = 'x '.repeat(LONG_CHARACTERS / 2)

test.each([
  [Math.floor(SEARCH_CHARACTERS_MAX / LONG_CHARACTERS), 1],
  [Math.floor(SEARCH_CHARACTERS_MAX / LONG_CHARACTERS) + 1, 0],
])(
  'behind %i texts of half a megabyte, %i is found',
  async (others, count) => {
    const { store, close } = await openWorld()
    const scope = createScope()
    const say = async (text: string) => {
      const { id } = await store.threads.create(scope, { title: null, lastMessageAt: T0 })
      await store.messages.append(scope, id, newMessage(text, { parent: null }))
    }
    await say(`${LONG_TEXT} parcel`)
    for (let n = 0; n < others; n++) await say(LONG_TEXT)

    const found = await store.threads.search(scope, { text: 'parcel', limit: ALL })
    expect(found).toHaveLength(count)
    await close()
  },
  FILL_TIMEOUT_MS,
)
