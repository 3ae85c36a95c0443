import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_CASES } from '../testing/body-streams.ts'
import { CALL_CASES } from '../testing/call-streams.ts'
import { createStreamsWorld, type StreamsWorld } from '../testing/create-streams-world.ts'
import { END_CASES } from '../testing/end-streams.ts'
import { ODD_CASES } from '../testing/odd-streams.ts'
import { findFaults, readStreamCases } from '../testing/stream-cases.ts'

const { cases, protocolNotes } = readStreamCases()

let world: StreamsWorld
beforeAll(async () => {
  world = await createStreamsWorld(protocolNotes.afterTools)
})
afterAll(() => world.close())

test('there are all cases', () => expect(cases).toHaveLength(113))

test.each(cases.map((each) => [each.kind, each.id, each] as const))(
  'a stream of a model server is stored, noted and logged as it should be: %s, %s',
  async (_kind, _id, each) => {
    expect(findFaults(await world.ask(each), each.expected)).toEqual([])
    expect(world.errors).toEqual([])
  },
)

test.each(
  [CALL_CASES, END_CASES, ODD_CASES, BODY_CASES]
    .flat()
    .map((each) => [each.kind, each.id, each] as const),
)('so is one of our own: %s, %s', async (_kind, _id, each) => {
  expect(findFaults(await world.ask(each), each.expected)).toEqual([])
  expect(world.errors).toEqual([])
})
