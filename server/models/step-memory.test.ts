import { expect, test } from 'vitest'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import {
  applyAnswerChunk,
  encodeMemory,
  filterParts,
  parseHiddenChunk,
  STEP_MEMORY_MAX_BYTES,
  withMemory,
  type AnswerChunk,
  type MemoryChunk,
  type MessageWithMemory,
} from './step-memory.ts'

const MODEL = 'anthropic/claude'

const remember = (
  type: MemoryChunk['part']['type'],
  id: string,
  signature?: string,
): MemoryChunk => ({
  type: 'step-memory',
  model: MODEL,
  part: { type, id },
  ...(signature === undefined ? {} : { metadata: { anthropic: { signature } } }),
})
const think = (id: string, text: string, signature?: string): AnswerChunk[] => [
  { type: 'reasoning-start', id },
  { type: 'reasoning-delta', id, delta: text },
  remember('reasoning', id, signature),
  { type: 'reasoning-end', id },
]
const say = (id: string, delta: string): AnswerChunk[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta },
  { type: 'text-end', id },
]
const call = (toolCallId: string): AnswerChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'refund',
  input: {},
})
const step = (...chunks: readonly AnswerChunk[]): AnswerChunk[] => [
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
]
const fold = (chunks: readonly AnswerChunk[]): MessageWithMemory =>
  chunks.reduce(applyAnswerChunk, createAssistantMessage('m', ''))

const textsOf = ({ content }: Message) => content.map((part) => ('text' in part ? part.text : ''))

test('steps know their parts of the message, and what is remembered of each', () => {
  const { memory } = fold([
    ...step(...think('r1', 'First.', 's1'), ...say('t1', 'Look.'), call('a')),
    { type: 'tool-output-available', toolCallId: 'a', output: 1 },
    ...step(...say('t2', 'So.'), remember('tool-call', 'b', 's2'), call('b')),
  ])

  expect(memory).toEqual([
    {
      model: MODEL,
      from: 0,
      to: 3,
      parts: [{ type: 'reasoning', at: 0, metadata: { anthropic: { signature: 's1' } } }],
    },
    {
      model: MODEL,
      from: 3,
      to: 5,
      parts: [{ type: 'tool-call', toolCallId: 'b', metadata: { anthropic: { signature: 's2' } } }],
    },
  ])
})

test('an answer of which nothing is remembered has no memory', () => {
  const message = fold(step(...say('t', 'Hi.')))

  expect(message).not.toHaveProperty('memory')
  expect(encodeMemory(message)).toBeUndefined()
})

test('a thought that nobody sees is remembered in its place when its part is left out', () => {
  const message = fold(
    step(
      ...say('t0', 'Hm.'),
      ...think('r1', '', 'hidden'),
      ...think('r2', 'Seen.', 'seen'),
      call('a'),
    ),
  )

  const stored = filterParts(message, (part) => part.type !== 'reasoning' || part.text !== '')

  expect(textsOf(stored)).toEqual(['Hm.', 'Seen.', ''])
  expect(stored.memory).toEqual([
    {
      model: MODEL,
      from: 0,
      to: 3,
      parts: [
        { type: 'reasoning', at: 1, text: '', metadata: { anthropic: { signature: 'hidden' } } },
        { type: 'reasoning', at: 1, metadata: { anthropic: { signature: 'seen' } } },
      ],
    },
  ])
})

test('a stored memory is read as it was, and goes on with the next step', () => {
  const first = fold(step(...think('r', 'One.', 's'), call('a')))
  const { memory: _, ...message } = first

  const read = withMemory(message, encodeMemory(first))
  const both = step(...think('r', 'Two.', 't')).reduce(applyAnswerChunk, {
    ...read,
    status: { type: 'running' } as const,
  })

  expect(read).toEqual(first)
  expect(both.memory).toHaveLength(2)
  expect(both.memory?.[1]).toMatchObject({ from: 2, to: 3 })
})

test.each([
  ['none', undefined],
  ['no JSON', '{'],
  ['another shape', '{"steps":[{"from":-1}]}'],
])('a message whose memory is %s is read without it', (_name, stored) => {
  const message = createAssistantMessage('m', '')

  expect(withMemory(message, stored)).toEqual(message)
})

test('only a memory is read as one', () => {
  expect(parseHiddenChunk(remember('text', 't'))).toEqual(remember('text', 't'))
  expect(parseHiddenChunk({ type: 'text-start', id: 't' })).toBeUndefined()
  expect(parseHiddenChunk({ ...remember('text', 't'), metadata: 'secret' })).toBeUndefined()
})

/** An answer of two steps whose memory takes so many bytes; the last one may wait. */
function createLarge(bytes: number, isWaiting = false): MessageWithMemory {
  const create = (filler: number): MessageWithMemory => ({
    ...fold([
      ...step(...think('r1', 'One.', 'x'.repeat(filler)), call('a')),
      { type: 'tool-output-available', toolCallId: 'a', output: 1 },
      ...step(...think('r2', 'Two.', 'y'.repeat(1_000)), call('b')),
    ]),
    status: isWaiting
      ? { type: 'requires-action', reason: 'tool-calls' }
      : { type: 'complete', reason: 'stop' },
  })
  return create(bytes - Buffer.byteLength(encodeMemory(create(0))!))
}
const stepsOf = (message: MessageWithMemory) =>
  (JSON.parse(encodeMemory(message) ?? '{"steps":[]}') as { steps: { from: number }[] }).steps

test('at the limit all steps are kept, and one byte later the oldest is forgotten', () => {
  const atLimit = createLarge(STEP_MEMORY_MAX_BYTES)

  expect(Buffer.byteLength(encodeMemory(atLimit)!)).toBe(STEP_MEMORY_MAX_BYTES)
  expect(stepsOf(atLimit).map(({ from }) => from)).toEqual([0, 2])
  expect(stepsOf(createLarge(STEP_MEMORY_MAX_BYTES + 1)).map(({ from }) => from)).toEqual([2])
})

test('the step that waits is never forgotten, however large it is', () => {
  const large = (isWaiting: boolean): MessageWithMemory => ({
    ...fold(step(...think('r', 'One.', 'x'.repeat(STEP_MEMORY_MAX_BYTES)), call('a'))),
    status: isWaiting
      ? { type: 'requires-action', reason: 'interrupt' }
      : { type: 'incomplete', reason: 'cancelled' },
  })

  expect(stepsOf(large(true))).toHaveLength(1)
  expect(stepsOf(large(false))).toHaveLength(0)
})
