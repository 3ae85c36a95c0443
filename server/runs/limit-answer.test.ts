import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { encodeMessage } from '../../shared/thread/encode-message.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { type Chunk } from '../../shared/wire/chunk.ts'
import { waitChunk } from '../../shared/wire/wait-chunk.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import {
  CONTENT_MAX_BYTES,
  createAnswerLimit,
  limitsLeft,
  TOO_MUCH_TEXTS,
  type AnswerLimits,
} from './limit-answer.ts'

const LIMITS: AnswerLimits = { answerBytes: 10, toolArgsBytes: 20, toolResultBytes: 20 }
const ROOMY: AnswerLimits = {
  answerBytes: 10_000_000,
  toolArgsBytes: 10_000_000,
  toolResultBytes: 10_000_000,
}

const limit = (chunks: readonly Chunk[], limits = LIMITS) =>
  chunks.flatMap(createAnswerLimit(limits))

const finish: Chunk = { type: 'finish', messageMetadata: { finishReason: 'stop' } }
const say = (...deltas: string[]): Chunk[] => [
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  ...deltas.map((delta): Chunk => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
  { type: 'finish-step' },
  finish,
]

test('lets the longest answer through as it is', async () => {
  const answer = say('12345', '67890')

  expect(limit(answer)).toEqual(answer)
})

test('ends an answer that is one byte longer, for its length', async () => {
  expect(limit(say('12345', '678901'))).toEqual([
    { type: 'start-step' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: '12345' },
    { type: 'text-delta', id: 't', delta: '67890' },
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    { type: 'finish', messageMetadata: { finishReason: 'length' } },
  ])
})

test('cuts between characters, and counts bytes', async () => {
  const chunks = limit(say('12345678', '👍'))

  expect(chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []))).toEqual([
    '12345678',
  ])
  expect(limit(say('123456', '👍'))).toEqual(say('123456', '👍'))
})

test('counts reasoning as well', async () => {
  const chunks = limit([
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: '12345678' },
    { type: 'reasoning-end', id: 'r' },
    ...say('123'),
  ])

  expect(chunks).toContainEqual({ type: 'text-delta', id: 't', delta: '12' })
})

const call = (argsText: string): Chunk[] => [
  { type: 'tool-input-start', toolCallId: 'c', toolName: 'look' },
  { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: argsText },
]

test('takes the largest arguments and fails with one byte more', async () => {
  const whole = call('x'.repeat(20))

  expect(limit(whole)).toEqual(whole)
  expect(limit(call('x'.repeat(21))).at(-1)).toEqual({
    type: 'error',
    errorText: TOO_MUCH_TEXTS.args,
  })
})

const given = (input: JsonValue): Chunk => ({
  type: 'tool-input-available',
  toolCallId: 'c',
  toolName: 'look',
  input,
})
const TOO_LONG: Chunk = { type: 'error', errorText: TOO_MUCH_TEXTS.args }

test.each<[string, Chunk[]]>([
  ['that came whole', []],
  ['that were only announced', call('').slice(0, 1)],
  ['of which the pieces said less', call('{}')],
])('counts all of the arguments %s', async (_, pieces) => {
  // `{"a":"…"}` is eight bytes and the text.
  const largest = [...pieces, given({ a: 'x'.repeat(12) })]

  expect(limit(largest)).toEqual(largest)
  expect(limit([...pieces, given({ a: 'x'.repeat(13) })])).toEqual([...pieces, TOO_LONG])
})

test('does not count twice what the pieces said', async () => {
  const whole = [...call('x'.repeat(20)), given({ a: 'x' })]

  expect(limit(whole)).toEqual(whole)
})

test('counts the arguments of a call that was refused', async () => {
  const refused = (length: number): Chunk =>
    ({
      ...given({ a: 'x'.repeat(length) }),
      type: 'tool-input-error',
      errorText: 'No such tool.',
    }) as Chunk

  expect(limit([refused(12)])).toEqual([refused(12)])
  expect(limit([refused(13)])).toEqual([TOO_LONG])
})

test('takes the largest result and makes a failure of one byte more', async () => {
  const result = (length: number): Chunk => ({
    type: 'tool-output-available',
    toolCallId: 'c',
    output: 'x'.repeat(length),
  })

  expect(limit([...call('{}'), result(20)])).toContainEqual(result(20))
  expect(limit([...call('{}'), result(21)]).at(-1)).toEqual({
    type: 'tool-output-error',
    toolCallId: 'c',
    errorText: TOO_MUCH_TEXTS.result,
  })
})

test.each([
  ['of plain text', 'x'],
  ['of characters that JSON writes longer', '"'],
  ['of control characters', '\u0001'],
  ['of emoji', '👍'],
])('keeps an endless answer %s within a row', async (_, character) => {
  const deltas = Array.from({ length: 100 }, () => character.repeat(10_000))
  const results = Array.from({ length: 5 }, (_, index): Chunk[] => [
    { type: 'tool-input-start', toolCallId: `${index}`, toolName: 'look' },
    { type: 'tool-input-available', toolCallId: `${index}`, toolName: 'look', input: {} },
    { type: 'tool-output-available', toolCallId: `${index}`, output: 'x'.repeat(100_000) },
  ]).flat()

  const chunks = limit([...results, ...say(...deltas)], ROOMY)

  const message = chunks.reduce(applyChunk, createAssistantMessage('m', ''))
  const bytes = Buffer.byteLength(JSON.stringify(encodeMessage(message)))
  expect(bytes).toBeLessThanOrEqual(MESSAGE_CONTENT_MAX_BYTES)
  expect(bytes).toBeGreaterThan(MESSAGE_CONTENT_MAX_BYTES / 2)
  expect(message.status).toEqual({ type: 'incomplete', reason: 'length' })
})

test('a part of any kind is kept where the row has room for it, and one byte more is left out', () => {
  const part: Chunk = { type: 'data-chart', id: 'c', data: { title: 'é"' } }
  const partBytes = Buffer.byteLength(JSON.stringify(part)) + 256
  const within = (contentBytes: number) => limit([part, finish], { ...ROOMY, contentBytes })

  expect(within(partBytes)).toEqual([part, finish])
  expect(within(partBytes - 1)).toEqual([finish])
})

test('what only passes by takes no room', () => {
  const wait = waitChunk(1_000)

  expect(limit([wait, finish], { ...ROOMY, contentBytes: 0 })).toEqual([wait, finish])
})

test('a failure’s text and a reason for a decision are kept where the row has room for them', async () => {
  const failure = (errorText: string): Chunk => ({
    type: 'tool-output-error',
    toolCallId: 'c',
    errorText,
  })
  const decision: Chunk = { type: 'tool-approval-response', approvalId: 'x', approved: false }
  const said = (reason: string): Chunk => ({ ...decision, reason })
  const limits = { ...ROOMY, contentBytes: 10 }

  expect(limit([failure('x'.repeat(10))], limits)).toEqual([failure('x'.repeat(10))])
  expect(limit([failure('x'.repeat(11))], limits)).toEqual([failure(TOO_MUCH_TEXTS.result)])
  expect(limit([said('x'.repeat(10)), decision], limits)).toEqual([said('x'.repeat(10)), decision])
  expect(limit([said('x'.repeat(11))], limits)).toEqual([decision])
})

const WHOLE: AnswerLimits = { answerBytes: 10, toolArgsBytes: 100, toolResultBytes: 100 }
const begun: Message = {
  ...createAssistantMessage('m', ''),
  content: [
    { type: 'text', text: 'é34' },
    { type: 'reasoning', text: '56' },
  ],
}
/** As the row has it. */
const CONTENT = '[{"type":"text","text":"é34"},{"type":"reasoning","text":"56"}]'

async function goOn(delta: string): Promise<string> {
  const chunks: Chunk[] = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta },
  ]
  const limited = chunks.flatMap(createAnswerLimit(limitsLeft(WHOLE, begun)))
  return limited.flatMap((chunk) => (chunk.type === 'text-delta' ? chunk.delta : [])).join('')
}

test('an answer that goes on has as many bytes as the whole, and not one more', async () => {
  expect(await goOn('7890')).toBe('7890')
  expect(await goOn('78901')).toBe('7890')
})

test('what its row holds already counts too', () => {
  expect(limitsLeft(WHOLE, begun)).toEqual({
    ...WHOLE,
    answerBytes: 4,
    contentBytes: CONTENT_MAX_BYTES - Buffer.byteLength(CONTENT),
  })
  expect(limitsLeft({ ...WHOLE, contentBytes: 100 }, begun).contentBytes).toBe(
    100 - Buffer.byteLength(CONTENT),
  )
})

test('what has too much already gets nothing', () => {
  expect(limitsLeft({ ...WHOLE, answerBytes: 5, contentBytes: 5 }, begun)).toMatchObject({
    answerBytes: 0,
    contentBytes: 0,
  })
})

test.each(['source-url', 'source-document'] as const)(
  'sources without end fill no more than the row: %s',
  (type) => {
    const title = 'x'.repeat(1_000)
    const fields =
      type === 'source-url' ? { url: 'https://a.example' } : { mediaType: 'text/plain' }
    const source = { type, sourceId: 's', title, ...fields } as Chunk
    const sources = Array.from({ length: 100 }, () => source)

    const count = (contentBytes: number) => limit(sources, { ...ROOMY, contentBytes }).length

    expect(count(1_000_000)).toBe(100)
    expect(count(20_000)).toBeGreaterThan(10)
    expect(count(20_000)).toBeLessThan(20)
  },
)

test('a source whose address is a script or a page is left out', () => {
  const source = (url: string): Chunk => ({ type: 'source-url', sourceId: 's', url })
  const kept = ['https://a.example', 'HTTP://a.example', 'docs/a.pdf', 'file:///a.pdf', 'data']
  const scripts = ['javascript:alert(1)', ' JavaScript:x', 'java\nscript:x', 'data:text/html,x']

  expect(limit([...scripts, ...kept].map(source), ROOMY)).toEqual(kept.map(source))
})
