import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { withStore } from '../../../testing/with-store.ts'
import { DATABASE_FILE } from '../../dialect-sqlite.ts'
import { createBitTable } from './bit-table.ts'
import { createNearest } from './nearest-thread.ts'
import { quantise, toUnit } from './quantise.ts'
import { createSqliteVectors } from './sqlite-vectors.ts'

const DIMENSIONS = 32
const SHAPE = { dimensions: DIMENSIONS, centre: new Array<number>(DIMENSIONS).fill(0) }
const { store, place } = withStore('sqlite', { lasts: 'test' })
const path = () => join(place.dataDir, DATABASE_FILE)

/** Points the nearer to the first axis, the lower the number. */
const unitOf = (n: number) =>
  toUnit(Array.from({ length: DIMENSIONS }, (_, index) => (index < n ? -1 : 1) * (index + 1)))!
const asked = (modelId: string, n: number, compared = 5) => ({
  modelId,
  question: quantise(unitOf(n), SHAPE.centre),
  compared,
})

async function addModel(name: string, numbers: readonly number[]): Promise<string> {
  const { id } = (await store.embeddings.nameModel('default', {
    name,
    dimensions: undefined,
    prefixes: { question: '', passage: '' },
  }))!
  await add(id, numbers)
  return id
}
const add = (id: string, numbers: readonly number[]) =>
  store.vectors.saveVectors(
    id,
    numbers.map((n) => ({ hash: `h${n}`, title: '', unit: unitOf(n) })),
    SHAPE,
  )

let model: string
beforeEach(async () => {
  model = await addModel('m', [1, 5, 9, 20])
})
const hashes = (found: readonly { readonly hash: string }[]) => found.map(({ hash }) => hash)

test('vectors that come later are found, and those that went are not', async () => {
  const nearest = createNearest(path())
  expect(hashes(nearest(asked(model, 5)))).toEqual(['h5', 'h1', 'h9', 'h20'])
  await add(model, [6])
  expect(hashes(nearest(asked(model, 5)))).toEqual(['h5', 'h6', 'h1', 'h9', 'h20'])
  await store.vectors.removeUnused({ id: model, projectId: 'default' }, 0)
  expect(nearest(asked(model, 5))).toEqual([])
})

test('when many vectors are gone, the bits are read anew so that others take their places', async () => {
  const nearest = createNearest(path())
  await add(model, [2, 3, 4, 6, 7, 8, 10, 11])
  expect(hashes(nearest(asked(model, 2, 4)))).toEqual(['h2', 'h1', 'h3', 'h4'])
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path())
  database.exec("delete from knowledge_vectors where hash in ('h1', 'h2', 'h3')")
  database.close()
  expect(hashes(nearest(asked(model, 2, 4)))).toEqual(['h4', 'h5', 'h6', 'h7'])
})

test('the least recently asked model leaves the memory when there are too many', async () => {
  const { bytes } = createBitTable(DIMENSIONS)
  const nearest = createNearest(path(), 2 * bytes)
  const models = [model, await addModel('n', [1, 2]), await addModel('o', [3])]
  for (const id of models) nearest(asked(id, 1))
  expect(nearest.models()).toEqual(models.slice(1))
  expect(hashes(nearest(asked(model, 1)))[0]).toBe('h1')
  expect(nearest.models()).toEqual([models[2], model])
})

test('a thread without questions ends, and the next question starts another', async () => {
  const engine = createSqliteVectors(path(), 1)
  const none = undefined as never
  expect(hashes(await engine.nearest(none, asked(model, 5)))[0]).toBe('h5')
  await expect.poll(() => engine.isRunning()).toBe(false)
  expect(hashes(await engine.nearest(none, asked(model, 9)))[0]).toBe('h9')
  await engine.close()
})

test('a search that fails tells its reason, and the next one works', async () => {
  const engine = createSqliteVectors(path())
  const none = undefined as never
  const broken = { ...asked(model, 5), question: none }
  await expect(engine.nearest(none, broken)).rejects.toThrow('The vectors could not be searched')
  expect(hashes(await engine.nearest(none, asked(model, 5)))[0]).toBe('h5')
  const late = engine.nearest(none, asked(model, 5))
  await engine.close()
  await late.catch(() => {})
  expect(engine.isRunning()).toBe(false)
})
