import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import type { MessageRow, Scope } from './store.ts'
import { PLACES_PER_STATEMENT, ROWS_PER_STATEMENT } from './remove-messages.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
/** Numbers of messages in a thread, and whether they run every day. */
const COUNTS: readonly (readonly [count: number, tags: string[]])[] = [
  [ROWS_PER_STATEMENT, []],
  [ROWS_PER_STATEMENT + 1, []],
  [2 * ROWS_PER_STATEMENT + 1, ['nightly']],
]

/**
 * A lock that delays the removal of the thread until the test releases it: on Postgres, where two connections
 * are concurrent. SQLite's one connection works in turns.
 */
async function holdThread(
  { databaseUrl }: Pick<StorePlace, 'databaseUrl'>,
  id: string,
): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) return async () => {}
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select id from threads where id = $1 for update', [id])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

describe.each(ENGINES)('slices of threads on %s', (engine) => {
  const { place, store } = withStore(engine, { now: () => new Date(T0) })

  /** A line of rows, except for some with a common parent. */
  async function createThread(scope: Scope, count: number): Promise<string> {
    const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
    let parent: string | null = null
    for (let n = 0; n < count; n++) {
      const row = await store.messages.append(scope, id, newMessage(`word${n}`, { parent }))
      if (n % 7 !== 0) parent = row.id
    }
    return id
  }

  const find = async (scope: Scope, text: string) =>
    (await store.threads.search(scope, { text, limit: 5 })).map(({ thread }) => thread.id)

  for (const [count, tags] of COUNTS) {
    test(`a thread of ${count} messages goes as a whole`, { tags }, async () => {
      const scope = createScope()
      const [thread, other] = [await createThread(scope, count), await createThread(scope, 1)]

      expect(await store.threads.remove(scope, thread)).toBe(true)

      expect(await store.threads.find(scope, thread)).toBeUndefined()
      expect(await readRows(store.messages.list(scope, thread, { limit: 200 }))).toEqual([])
      expect(await find(scope, 'word0')).toEqual([other])
    })

    test(`a thread of ${count} messages moves as a whole`, { tags }, async () => {
      const [from, to] = [createScope(), createScope()]
      const thread = await createThread(from, count)

      expect(await store.threads.move(from, to)).toBe(1)

      const moved = await store.messages.listIds(to, thread, { limit: 1_000 })
      expect(moved.flat()).toHaveLength(count)
      expect(await store.messages.listIds(from, thread, { limit: 1_000 })).toEqual([])
      expect(await find(to, `word${count - 1}`)).toEqual([thread])
      expect(await find(from, 'word0')).toEqual([])
    })
  }

  test.each([PLACES_PER_STATEMENT, PLACES_PER_STATEMENT + 1])(
    'all %i messages below one that is removed sink by one',
    async (count) => {
      const scope = createScope()
      const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
      const rows: MessageRow[] = []
      for (let n = 0; n <= count; n++) {
        const parent = rows.at(-1)?.id ?? null
        rows.push(await store.messages.append(scope, id, newMessage('x', { parent })))
      }

      expect(await store.messages.remove(scope, id, [rows[0]!.id])).toBe(1)

      const left = await readRows(store.messages.list(scope, id, { limit: count + 1 }))
      const heights = left.map(({ height }) => height).toSorted((one, other) => one - other)
      expect(heights).toEqual(Array.from({ length: count }, (_, height) => height))
    },
  )

  test('a reader waits for no removal and no move, and sees all or nothing of it', async () => {
    const [from, to, reader] = [createScope(), createScope(), createScope()]
    // A busy machine may start a read late, and SQLite holds no removal up: more rows take more slices.
    const count = engine === 'sqlite' ? 2_400 : 600
    const [removed, kept] = [await createThread(from, count), await createThread(from, 300)]
    const own = await createThread(reader, 1)
    const order: string[] = []
    const noted = async <Result>(name: string, task: Promise<Result>) => {
      const result = await task
      order.push(name)
      return result
    }

    const letRemove = await holdThread(place, removed)
    const removal = noted('removal', store.threads.remove(from, removed))
    const reading = noted('reading', readRows(store.messages.list(reader, own, { limit: 5 })))
    const seen = await noted('seen', store.messages.listIds(from, removed, { limit: 3_000 }))
    await reading
    await letRemove()
    await removal
    expect(order.at(-1)).toBe('removal')
    expect(seen.flat()).toHaveLength(count)

    order.length = 0
    const letMove = await holdThread(place, kept)
    const move = noted('move', store.threads.move(from, to))
    await noted('reading', readRows(store.messages.list(reader, own, { limit: 5 })))
    await letMove()
    await move
    expect(order).toEqual(['reading', 'move'])
    expect(await store.threads.find(to, kept)).toBeDefined()
  })
})
