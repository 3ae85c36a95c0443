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
const NOT_YET = new Set<string>([
  'tool-then-tool_use',
  'tool-then-eos',
  'tool-then-empty',
  'tool-then-length',
  'tools-second-cut-max_tokens',
  'reason-end_turn',
  'reason-eos_token',
  'reason-eos',
  'reason-empty',
  'reason-empty-in-each',
  'reason-max_tokens',
  'reason-overloaded_error',
  'reason-overloaded_error-first',
  'reason-unknown',
  'reason-model_context_window_exceeded',
  'done-without-reason',
  'last-event-without-blank-line',
  'end_turn-without-message_stop',
  'usage-as-strings',
  'choices-missing',
  'data-empty',
  'ping-as-json',
  'empty-object',
  'role-of-another-name',
  'event-of-a-later-kind',
  'delta-of-a-later-kind',
  'usage-missing-at-the-end',
  'json-error-as-event-stream',
  'whole-completion-as-json',
  'error-event-with-words-in-message',
  'error-as-a-word',
  'error-object-kind',
  'failed-first-invalid_prompt',
  'empty-reasoning_content-beside-reasoning',
  'reasoning_text',
  'call-repeated-whole',
  'arguments-as-object',
  'function_call-of-old',
  'words-in-block-start',
  'message-in-place-of-delta',
  'slow-first-byte-40s',
  'headers-at-once-then-45s',
])

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
