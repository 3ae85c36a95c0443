import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addSource, insertSource } from '../../../testing/add-source.ts'
import { openPgliteStore } from '../../../store/pglite-store.test-support.ts'
import { withStore } from '../../../testing/with-store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld } from './embedding-world.test-support.ts'
import { askInOrder } from './vector-order.test-support.ts'

const { store, place } = withStore('sqlite')

test('the extension vector finds the same in the same order, by an index that goes with its model', async () => {
  const lite = await openPgliteStore()
  onTestFinished(() => lite.close())
  const inSqlite = await askInOrder(store, await addSource(place))
  expect(await askInOrder(lite.store, await insertSource(lite.db), 1)).toEqual(inSqlite)

  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname like 'knowledge_bits_%'`.execute(lite.db)
  expect(rows).toEqual([{ indexdef: expect.stringContaining('hnsw') as string }])
  await embedPages(createWorld(lite.store, undefined), {
    projectId: 'default',
    signal: new AbortController().signal,
  })
  const { rows: left } = await sql`
    select 1 from pg_indexes where indexname like 'knowledge_bits_%'`.execute(lite.db)
  expect(left).toEqual([])
})
