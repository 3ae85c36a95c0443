import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { createAssistantMessage } from './message.ts'
import type { Message, ToolCallPart } from './message.ts'
import { parsePartialArgs } from './partial-json.ts'

const empty = createAssistantMessage('a', '2026-01-02T03:04:05.006Z')
const fold = (chunks: readonly Chunk[], from: Message = empty) => chunks.reduce(applyChunk, from)
const callOf = (chunks: readonly Chunk[], from?: Message) =>
  fold(chunks, from).content.find((part): part is ToolCallPart => part.type === 'tool-call')

const ID = { toolCallId: 't' }
const START: Chunk = { type: 'tool-input-start', ...ID, toolName: 'look' }
const grow = (inputTextDelta: string): Chunk => ({
  type: 'tool-input-delta',
  ...ID,
  inputTextDelta,
})
const CALL: Chunk = { type: 'tool-input-available', ...ID, toolName: 'look', input: { a: 1 } }
const ASK: Chunk = { type: 'tool-approval-request', approvalId: 'p', ...ID }
const allow = (approved: boolean, reason?: string): Chunk => ({
  type: 'tool-approval-response',
  approvalId: 'p',
  approved,
  ...(reason === undefined ? {} : { reason }),
})
const DENIED: Chunk = { type: 'tool-output-denied', ...ID }
const RESULT: Chunk = { type: 'tool-output-available', ...ID, output: 4 }

test('reads arguments as far as they have come', () => {
  const shown = ['{"ci', 'ty":"O', 'slo","days":1', '2}'].map((_, index, deltas) =>
    callOf([START, ...deltas.slice(0, index + 1).map(grow)]),
  )

  expect(shown.map((call) => call?.args)).toEqual([
    {},
    { city: 'O' },
    { city: 'Oslo', days: 1 },
    { city: 'Oslo', days: 12 },
  ])
})

test('reads long arguments seldom while they stream, and misses nothing when they are whole', () => {
  const items = Array.from({ length: 600 }, (_, index) => `${index}234567890`)
  const message = fold([START, grow('{"list":['), ...items.map((item) => grow(`"${item}",`))])
  const call = message.content[0] as ToolCallPart
  const seen = call.args['list'] as readonly string[]

  expect(seen.length).toBeGreaterThan(500)
  expect(seen.length).toBeLessThan(600)
  expect(callOf([{ ...CALL, input: { list: items } }], message)?.args['list']).toEqual(items)
})

test.each([
  ['written the same', '{"a":1}', { a: 1 }, '{"a":1}'],
  ['not streamed', '', { a: 1 }, '{"a":1}'],
  ['streamed in part', '{"a":', { a: 1 }, '{"a":1}'],
  ['written in other words', '{ "a" : 1 }', { a: 1 }, '{ "a" : 1 }'],
  ['in another order', '{"b":2,"a":1}', { a: 1, b: 2 }, '{"b":2,"a":1}'],
  ['repaired', '{"a":1', { a: 2 }, '{"a":1'],
])('keeps the text of arguments that are %s', (_, text, input, argsText) => {
  expect(callOf([START, grow(text), { ...CALL, input }])).toMatchObject({ argsText, args: input })
})

test('only lets the text of arguments grow, whatever comes', () => {
  const chunk = fc.oneof(
    fc.string().map(grow),
    fc.jsonValue().map((input): Chunk => ({ ...CALL, input }) as Chunk),
    fc.constantFrom(START, RESULT, ASK, DENIED),
  )
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 20 }), (chunks) => {
      let before = callOf([START])!
      let message = fold([START])
      for (const each of chunks) {
        message = applyChunk(message, each)
        const call = message.content[0] as ToolCallPart
        expect(call.argsText.startsWith(before.argsText)).toBe(true)
        before = call
      }
    }),
  )
})

test('never pollutes a prototype by arguments that stream', () => {
  const call = callOf([START, grow('{"__proto__":{"polluted":true},"a":{"__proto__":[1]')])

  expect(call?.args).toEqual({ a: {} })
  expect(call?.args).toEqual(parsePartialArgs(call?.argsText ?? ''))
  expect('polluted' in {}).toBe(false)
})

test('waits for an approval and keeps what was said', () => {
  expect(callOf([CALL, ASK])).toMatchObject({ state: 'approval-requested', approval: { id: 'p' } })
  expect(callOf([CALL, ASK, allow(true)])).toMatchObject({
    state: 'approval-responded',
    approval: { id: 'p', isApproved: true },
  })
  expect(callOf([CALL, ASK, allow(false, 'Too dear.'), DENIED])).toMatchObject({
    state: 'output-denied',
    approval: { id: 'p', isApproved: false, reason: 'Too dear.' },
  })
  expect(callOf([CALL, ASK, allow(true), RESULT])).toMatchObject({
    state: 'output-available',
    result: 4,
    approval: { isApproved: true },
  })
})

test('says that a call was denied that nobody was asked about', () => {
  expect(callOf([CALL, DENIED])).toMatchObject({
    state: 'output-denied',
    approval: { id: 't', isApproved: false },
  })
})

test('takes an approval only for the request that it names', () => {
  const other: Chunk = { type: 'tool-approval-response', approvalId: 'q', approved: true }

  expect(callOf([CALL, ASK, other])?.state).toBe('approval-requested')
  expect(callOf([CALL, ASK, allow(true)])?.state).toBe('approval-responded')
})

test('asks nobody about a call that has its result', () => {
  const done = callOf([CALL, RESULT])

  expect(callOf([CALL, RESULT, ASK, allow(false), DENIED])).toEqual(done)
  expect(callOf([CALL, ASK, allow(false), DENIED])).not.toEqual(done)
})

test('shows a call that failed before it ran, with what it was called with', () => {
  const failed = { type: 'tool-input-error', ...ID, toolName: 'look', errorText: 'No.' } as const

  expect(callOf([{ ...failed, input: { a: 1 } }])).toMatchObject({
    state: 'output-error',
    args: { a: 1 },
    result: { error: 'No.' },
    isError: true,
  })
  expect(callOf([failed])).toMatchObject({ state: 'output-error', args: {} })
  // What could not be read comes as the text that it is.
  expect(callOf([{ ...failed, input: '{"a":' }])).toMatchObject({ args: {}, argsText: '{"a":' })
  expect(callOf([START, grow('{"a'), { ...failed, input: '{"a":' }])).toMatchObject({
    argsText: '{"a":',
  })
})

test('knows of a call that the server runs it, from its first word or its last', () => {
  const own = { providerExecuted: true } as const
  const started = [{ ...START, ...own }, grow('{}')]

  expect(callOf(started)?.isRunByServer).toBe(true)
  expect(callOf([...started, CALL, RESULT])).toMatchObject({ isRunByServer: true, result: 4 })
  expect(callOf([{ ...CALL, ...own }])?.isRunByServer).toBe(true)
  expect(callOf([START, CALL])).not.toHaveProperty('isRunByServer')
})

test('keeps what a result has for the screen', () => {
  const artifact = { rows: [1] }
  const failed: Chunk = { type: 'tool-output-error', ...ID, errorText: 'No.', artifact }

  expect(callOf([CALL, { ...RESULT, artifact }])).toMatchObject({ result: 4, artifact })
  expect(callOf([CALL, failed])).toMatchObject({ isError: true, artifact })
  expect(callOf([CALL, RESULT])).not.toHaveProperty('artifact')
})
