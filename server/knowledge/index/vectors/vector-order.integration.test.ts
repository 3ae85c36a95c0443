import { expect, test } from 'vitest'
import { addSource } from '../../../testing/add-source.ts'
import { withStore } from '../../../testing/with-store.ts'
import { askInOrder } from './vector-order.test-support.ts'

const { store: embedded, place } = withStore('sqlite')
const { store: shared, place: sharedPlace } = withStore('postgres')

test('both engines find the same in the same order', async () => {
  const inSqlite = await askInOrder(embedded, await addSource(place))
  expect(inSqlite[1]?.[0]).toContain('doctor')
  expect(inSqlite.map((texts) => texts.length)).toEqual([20, 20, 20])
  expect(await askInOrder(shared, await addSource(sharedPlace))).toEqual(inSqlite)
})
