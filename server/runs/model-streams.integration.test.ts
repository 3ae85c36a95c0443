import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createStreamsWorld, type StreamsWorld } from '../testing/create-streams-world.ts'
import { findFaults, readStreamCases } from '../testing/stream-cases.ts'

const { cases, protocolNotes } = readStreamCases()

let world: StreamsWorld
beforeAll(async () => {
  world = await createStreamsWorld(protocolNotes.afterTools)
})
afterEach(() => expect(world.errors).toEqual([]))
afterAll(async () => {
  await world.runs.drain(0)
  await world.close()
})

/** Streams that are not read right yet. */
const NOT_YET = new Set<string>(['slow-first-byte-40s', 'headers-at-once-then-45s'])

test('there are all cases, and those that are not right yet are among them', () => {
  expect(cases).toHaveLength(113)
  expect([...NOT_YET].filter((id) => !cases.some((each) => each.id === id))).toEqual([])
})

test.each(
  cases.filter(({ id }) => !NOT_YET.has(id)).map((each) => [each.kind, each.id, each] as const),
)(
  'a stream of a model server is stored, noted and logged as it should be: %s, %s',
  async (_kind, _id, each) => {
    expect(findFaults(await world.ask(each), each.expected)).toEqual([])
  },
)

test.fails.each(
  cases.filter(({ id }) => NOT_YET.has(id)).map((each) => [each.kind, each.id, each] as const),
)('is not read right yet: %s, %s', async (_kind, _id, each) => {
  expect(findFaults(await world.ask(each), each.expected)).toEqual([])
})
