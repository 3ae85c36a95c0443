import { expect, test } from 'vitest'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import { openStore } from '../store.ts'
import { SEARCH_CHARACTERS_MAX, SEARCH_TEXTS_MAX } from './search-threads.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const ALL = 50
/** A thousand threads, on a busy machine. */
const FILL_TIMEOUT_MS = 300_000

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

test(
  `behind ${SEARCH_TEXTS_MAX - 1} texts that are not meant one is found, behind one more none`,
  async () => {
    const { store, close } = await openWorld()
    const scope = createScope()
    await store.threads.create(scope, { title: '東京都', lastMessageAt: T0 })
    const addOther = () => store.threads.create(scope, { title: '京都 東京', lastMessageAt: T0 })
    const search = () => store.threads.search(scope, { text: '東京都', limit: ALL })
    for (let n = 1; n < SEARCH_TEXTS_MAX; n++) await addOther()

    expect(await search()).toHaveLength(1)
    await addOther()
    expect(await search()).toHaveLength(0)
    await close()
  },
  FILL_TIMEOUT_MS,
)

/** Too long for full indexing, so that each search scans it. */
const LONG_CHARACTERS = 500_000
const FITTING = Math.floor(SEARCH_CHARACTERS_MAX / LONG_CHARACTERS)
const LONG_TEXT = `${'x'.repeat(99)} `.repeat(LONG_CHARACTERS / 100)

test(
  `behind ${FITTING} texts of half a megabyte one is found, behind one more none`,
  async () => {
    const { store, close } = await openWorld()
    const scope = createScope()
    const say = async (text: string) => {
      const { id } = await store.threads.create(scope, { title: null, lastMessageAt: T0 })
      await store.messages.append(scope, id, newMessage(text, { parent: null }))
    }
    const search = () => store.threads.search(scope, { text: 'parcel', limit: ALL })
    await say(`${LONG_TEXT} parcel`)
    for (let n = 0; n < FITTING; n++) await say(LONG_TEXT)

    expect(await search()).toHaveLength(1)
    await say(LONG_TEXT)
    expect(await search()).toHaveLength(0)
    await close()
  },
  FILL_TIMEOUT_MS,
)
