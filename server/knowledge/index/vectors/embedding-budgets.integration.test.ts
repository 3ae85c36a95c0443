import { beforeEach, expect, test } from 'vitest'
import { EMBEDDING_SHARE } from '../../../limits/budgets.ts'
import { addSource } from '../../../testing/add-source.ts'
import { createTestBudgets } from '../../../testing/create-test-budgets.ts'
import { withStore } from '../../../testing/with-store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch } from './vector-search.ts'

const TIME = '2027-01-15T22:00:00.000Z'
const { store, place } = withStore('sqlite', { now: () => new Date(TIME), lasts: 'test' })
const projectId = 'default'
const { signal } = new AbortController()
let sourceId = ''
beforeEach(async () => {
  sourceId = await addSource(place)
})

function connect(calls: number) {
  const script = scriptEmbedding()
  const now = () => Date.parse(TIME)
  const budgets = createTestBudgets(store, { budgets: { modelCallsPerProjectPerDay: calls }, now })
  const world = createWorld(store, script.model, { budgets, now })
  const ask = (text: string) =>
    createVectorSearch(world).search({ projectId, text, sources: new Set([sourceId]), wanted: 1 })
  return { ...script, world, ask }
}

test('pages take their share of a day’s calls, and questions the rest', async () => {
  const { world, calls, ask } = connect(6)
  const texts = Array.from({ length: 30 }, (_, n) => `Text ${n}.`)
  await saveTexts(store, { sourceId, address: 'a' }, texts)
  expect(await embedPages(world, { projectId, signal })).toEqual({ type: 'whole' })
  expect(calls).toHaveLength(6 * EMBEDDING_SHARE)

  await saveTexts(store, { sourceId, address: 'b' }, ['One more.'])
  expect(await embedPages(world, { projectId, signal })).toMatchObject({
    type: 'stopped',
    retryAt: '2027-01-16T00:00:00.000Z',
  })
  const answers = [await ask('a'), await ask('b'), await ask('c'), await ask('d')]
  expect(answers.map((found) => found?.length)).toEqual([1, 1, 1, undefined])
  expect(calls).toHaveLength(6)
})

test('usage tells the calls and the tokens of each day', async () => {
  const { world, ask } = connect(100)
  await saveTexts(store, { sourceId, address: 'a' }, ['four words are here'])
  await embedPages(world, { projectId, signal })
  await ask('two words')
  const days = (from: string, to: string) => store.embeddings.dailyUsage(projectId, from, to)
  // The title is a word of the text.
  const expected = [{ day: '2027-01-15', calls: 2, tokens: 4 + 2 }]
  expect(await days('2027-01-15', '2027-01-15')).toEqual(expected)
  expect(await days('2027-01-16', '2027-01-20')).toEqual([])
  expect(await store.embeddings.dailyUsage('other', '2027-01-15', '2027-01-15')).toEqual([])
})
