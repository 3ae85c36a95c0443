// @vitest-environment node
import { expect, test } from 'vitest'
import { SEARCH_QUERY_MAX } from '../../shared/wire/threads.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { failure, item, loadThreads, type ThreadsWorld } from './threads-world.test-support.ts'

const { signal } = new AbortController()
const search = ({ threads }: ThreadsWorld, query: string) => threads.search(query, signal)
const match = (remoteId: string, more: object = {}) => ({
  item: item(remoteId),
  messageId: null,
  text: remoteId.toUpperCase(),
  ranges: [[0, 1]],
  ...more,
})

test('finds threads that no list has, and those that have under their own slots', async () => {
  const world = await loadThreads(['a'])
  const searching = search(world, ' order ')
  await settle()
  expect(world.next('search').args[0]).toBe('order')

  await world.next('search').answer([match('far', { messageId: 'msg_1' }), match('a')])

  expect(await searching).toEqual([
    { slotId: 'far', messageId: 'msg_1', text: 'FAR', ranges: [[0, 1]] },
    { slotId: 'a', messageId: null, text: 'A', ranges: [[0, 1]] },
  ])
  expect(world.names('regular')).toEqual(['A'])
  await world.threads.switchTo('far')
  expect(world.threads.mainId).toBe('far')
})

test.each(['', '  ', '\n'])('looks for nothing with %j', async (query) => {
  const world = await loadThreads(['a'])

  expect(await search(world, query)).toEqual([])
  expect(world.waiting('search')).toEqual([])
})

test.each([
  [SEARCH_QUERY_MAX, SEARCH_QUERY_MAX],
  [SEARCH_QUERY_MAX + 1, SEARCH_QUERY_MAX],
])('asks with %i characters by %i', async (typed, sent) => {
  const world = await loadThreads(['a'])
  void search(world, 'x'.repeat(typed))
  await settle()

  expect(world.next('search').args[0]).toHaveLength(sent)
})

test('finds no thread that was deleted meanwhile', async () => {
  const world = await loadThreads(['a', 'b'])
  const searching = search(world, 'x')
  const deleting = world.threads.delete('a')
  await settle()
  await world.next('delete').answer()
  await deleting

  await world.next('search').answer([match('a'), match('b')])

  expect((await searching).map(({ slotId }) => slotId)).toEqual(['b'])
  expect(world.names('regular')).toEqual(['B'])
})

test.each([
  ['cannot search', [], true],
  ['has no search', ['search'], false],
] as const)('looks through the titles that are here where the list %s', async (...row) => {
  const [, without, isAsked] = row
  const world = await loadThreads(['where is it', 'is æ it', 'nothing'], ['it was'], { without })
  const searching = search(world, 'IT is')
  await settle()
  if (isAsked) await world.next('search').answer(null)

  const found = await searching

  expect(found.map(({ text }) => text)).toEqual(['WHERE IS IT', 'IS Æ IT'])
  expect(found[0]?.ranges.map(([from, to]) => 'WHERE IS IT'.slice(from, to))).toEqual(['IS', 'IT'])
  // A letter that folds to two: no range is marked, rather than a wrong one.
  expect(found[1]?.ranges).toEqual([])
})

test.each([
  ['ışık', 'IŞIK', [[0, 4]]],
  ['duong', 'ĐƯỜNG', [[0, 5]]],
  ['rücksende', 'RÜCK\u00adSENDE', []],
  ['\u200b', undefined, []],
])('without a search of the server, %j finds the title %j', async (query, title, ranges) => {
  const ids = ['ışık', 'đường', 'rück\u00adsende']
  const world = await loadThreads(ids, [], { without: ['search'] })

  const found = await search(world, query)

  expect(found.map((each) => [each.text, each.ranges])).toEqual(
    title === undefined ? [] : [[title, ranges]],
  )
})

test('says that a search failed', async () => {
  const world = await loadThreads(['a'])
  const searching = failure(search(world, 'x'))
  await settle()
  await world.next('search').refuse()

  expect(await searching).toMatchObject({ message: 'Refused.' })
})
