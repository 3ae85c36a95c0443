import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JSON_DEPTH_LIMIT, type JsonObject } from '../json.ts'
import { THREAD_TEXTS } from '../thread-texts.ts'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { createAssistantMessage } from './message.ts'
import type { Message, ToolCallPart } from './message.ts'
import { parsePartialArgs } from './partial-json.ts'
import { ARGUMENTS_DIFFER_TEXT } from './settle-args.ts'

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

const nested = (levels: number): JsonObject =>
  JSON.parse(`${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`) as JsonObject

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
  ['cut short, and begun otherwise', '{"a":1', { a: 2 }, '{"a":2}'],
  ['followed by something else', '{"a":1} and', { a: 2 }, '{"a":2}'],
  ['written in other words', '{ "a" : 1 }', { a: 1 }, '{ "a" : 1 }'],
  ['in another order', '{"b":2,"a":1}', { a: 1, b: 2 }, '{"b":2,"a":1}'],
])('takes one value of arguments that are %s', (_, text, input, argsText) => {
  const call = callOf([START, grow(text), { ...CALL, input }])

  expect(call).toMatchObject({ state: 'input-available', argsText, args: input })
})

const DIFFER = { state: 'output-error', isError: true, result: { error: ARGUMENTS_DIFFER_TEXT } }

test('ends a call whose streamed arguments and whole ones differ', () => {
  const call = callOf([START, grow('{"a":1}'), { ...CALL, input: { a: 99 } }])

  expect(call).toMatchObject({ ...DIFFER, args: { a: 99 }, argsText: '{"a":99}', isUntold: true })
  expect(callOf([START, grow('{"a":1}'), CALL])).toMatchObject({ state: 'input-available' })
})

test('ends a call that comes whole under another name than it was announced with', () => {
  const other: Chunk = { ...CALL, toolName: 'delete' }

  expect(callOf([START, grow('{"a":1}'), other])).toMatchObject({ ...DIFFER, toolName: 'look' })
})

test.each<[string, readonly Chunk[]]>([
  ['is made', []],
  ['asks a person', [ASK]],
  ['was allowed', [ASK, allow(true)]],
])('other arguments end a call that %s, and do not change it', (_, before) => {
  const other: Chunk = { ...CALL, input: { a: 99 } }
  const same: Chunk = { ...CALL, input: { a: 1 } }

  expect(callOf([CALL, ...before, other])).toMatchObject({ ...DIFFER, args: { a: 1 } })
  expect(callOf([CALL, ...before, same])).toEqual(callOf([CALL, ...before]))
})

test.each<[string, readonly Chunk[]]>([
  ['has its result', [RESULT]],
  ['was denied', [ASK, allow(false), DENIED]],
])('other arguments change nothing of a call that %s', (_, before) => {
  const other: Chunk = { ...CALL, input: { a: 99 } }

  expect(callOf([CALL, ...before, other])).toEqual(callOf([CALL, ...before]))
})

test('nobody is asked about, or goes on with, a call that was refused', () => {
  const refused = [START, grow('{"a":1}'), { ...CALL, input: { a: 99 } }]
  const error = `AUTH0_AI_INTERRUPTION:${JSON.stringify({
    name: 'AUTH0_AI_INTERRUPT',
    code: 'TokenVaultError',
    message: 'Please',
    toolCall: { id: 't', name: 'look' },
  })}`
  const interrupt: Chunk = { type: 'error', errorText: error }

  expect(callOf([...refused, ASK, allow(true), interrupt])).toEqual(callOf(refused))
  expect(callOf([CALL, interrupt])?.interrupt).toMatchObject({ kind: 'token-vault' })
})

test('takes what a server made of a refused call by itself, unless a person was asked', () => {
  const other: Chunk = { ...CALL, input: { a: 99 } }

  const ran = callOf([START, grow('{"a":1}'), other, RESULT])
  expect(ran).toMatchObject({ state: 'output-available', result: 4, args: { a: 99 } })
  expect(ran).not.toHaveProperty('isUntold')
  const asked = callOf([CALL, ASK, allow(true), other, RESULT])
  expect(asked).toMatchObject({ ...DIFFER, args: { a: 1 } })
  expect(asked).not.toHaveProperty('isUntold')
})

test('an answer waits until the server knows of a call that was refused here', () => {
  const refused = [START, grow('{"a":1}'), { ...CALL, input: { a: 99 } }]
  const finish: Chunk = { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }
  const told: Chunk = { type: 'tool-output-error', ...ID, errorText: ARGUMENTS_DIFFER_TEXT }

  expect(fold([...refused, finish]).status).toEqual({
    type: 'requires-action',
    reason: 'tool-calls',
  })
  expect(fold([...refused, told, finish]).status?.type).toBe('complete')
})

test.each<[string, Chunk]>([
  ['a list', { ...CALL, input: [1] }],
  ['a text', { ...CALL, input: '{"a":1}' }],
  ['nothing', { ...CALL, input: null }],
  ['too deep', { ...CALL, input: nested(JSON_DEPTH_LIMIT + 1) }],
  ['no number', { ...CALL, input: { a: Infinity } }],
])('ends a call whose arguments are %s, before anybody is asked (5.24, 8.37)', (_, made) => {
  expect(callOf([made, ASK])).toMatchObject({
    state: 'output-error',
    args: {},
    result: { error: expect.stringContaining(THREAD_TEXTS.argumentsParsing) },
  })
})

test('takes arguments as deep as JSON may be (5.24)', () => {
  const input = nested(JSON_DEPTH_LIMIT)

  expect(callOf([{ ...CALL, input }])).toMatchObject({ state: 'input-available', args: input })
})

test('asks a person only about whole arguments, also where the question came first', () => {
  const early = [START, grow('{"a":'), ASK]

  expect(callOf(early)?.state).toBe('input-streaming')
  expect(callOf([...early, grow('1}'), CALL])).toMatchObject({
    state: 'approval-requested',
    args: { a: 1 },
  })
  // The text is complete, so no value has to come.
  expect(callOf([START, grow('{"a":1}'), ASK])?.state).toBe('approval-requested')
  expect(callOf([START, grow('{"a":1}'), ASK, { ...CALL, input: { a: 2 } }])).toMatchObject(DIFFER)
})

test('a result without whole arguments leaves all of their text', () => {
  const items = Array.from({ length: 600 }, (_, index) => `${index}234567890`)
  const pieces = items.map((item, index) => grow(`${index === 0 ? '' : ','}"${item}"`))

  const call = callOf([START, grow('{"list":['), ...pieces, grow(']}'), RESULT])

  expect(call).toMatchObject({ state: 'output-available', args: { list: items } })
})

test('lets the text of arguments only grow while it streams, and never changes a made call (5.23)', () => {
  const chunk = fc.oneof(
    fc.string().map(grow),
    fc.jsonValue().map((input): Chunk => ({ ...CALL, input }) as Chunk),
    fc.constantFrom(START, RESULT, ASK, allow(true), DENIED),
  )
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 20 }), (chunks) => {
      let before = callOf([START])!
      let message = fold([START])
      for (const each of chunks) {
        message = applyChunk(message, each)
        const call = message.content[0] as ToolCallPart
        const grows = call.argsText.startsWith(before.argsText)
        const stays = call.args === before.args && call.argsText === before.argsText
        const isMadeNow = before.state === 'input-streaming' && call.state !== 'input-streaming'
        expect(before.state === 'input-streaming' ? grows || isMadeNow : stays).toBe(true)
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

test('waits for an approval and keeps what was said (4.19)', () => {
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

test('asks nobody about a call that was denied', () => {
  expect(callOf([CALL, DENIED, ASK, allow(true)])).toEqual(callOf([CALL, DENIED]))
  expect(callOf([CALL, ASK, allow(true)])?.state).toBe('approval-responded')
})

test('shows a call that failed before it ran, with what it was called with (4.25)', () => {
  const failed = { type: 'tool-input-error', ...ID, toolName: 'look', errorText: 'No.' } as const

  expect(callOf([{ ...failed, input: { a: 1 } }])).toMatchObject({
    state: 'output-error',
    args: { a: 1 },
    result: { error: 'No.' },
    isError: true,
  })
  expect(callOf([failed])).toMatchObject({ state: 'output-error', args: {} })
  // Unparsable input is passed as text.
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
