import { expect, test } from 'vitest'
import { createUserMessage, type Message, type MessagePart } from '../../shared/thread/message.ts'
import type { MessageWithMemory, StepMemory } from './step-memory.ts'
import { toModelMessages } from './to-model-messages.ts'

const MODEL = 'openai/gpt-5'
const OTHER = 'anthropic/claude'

const text = (said: string): MessagePart => ({ type: 'text', text: said })
const reasoning = (said: string): MessagePart => ({ type: 'reasoning', text: said })
const call = (toolCallId: string): MessagePart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'stock',
  state: 'output-available',
  argsText: '{}',
  args: {},
  result: { left: 1 },
})
const signed = (signature: string) => ({ metadata: { some: { signature } } })
const optionsOf = (signature: string) => ({ providerOptions: { some: { signature } } })

const answer = (
  content: readonly MessagePart[],
  memory: readonly StepMemory[],
  rest: Partial<Message> = {},
): MessageWithMemory => ({
  id: 'a',
  createdAt: '',
  role: 'assistant',
  content,
  status: { type: 'complete', reason: 'stop' },
  metadata: { custom: {} },
  memory,
  ...rest,
})
const step = (from: number, to: number, parts: StepMemory['parts'], model = MODEL) => ({
  model,
  from,
  to,
  parts,
})
const NEXT = createUserMessage('q', '', 'And?')
const tell = (message: MessageWithMemory, model = MODEL) =>
  toModelMessages([message, NEXT], [], model).slice(0, -1)

const TURN = answer(
  [reasoning('Hm.'), text('I look.'), call('c'), reasoning('So.'), text('One is left.')],
  [
    step(0, 3, [
      { type: 'reasoning', at: 0, text: '', ...signed('hidden') },
      { type: 'reasoning', at: 0, ...signed('seen') },
      { type: 'tool-call', toolCallId: 'c', ...signed('call') },
    ]),
    step(3, 5, [{ type: 'reasoning', at: 3 }]),
  ],
)

test('each step is told as its model said it: thoughts, texts and calls in their order', () => {
  expect(tell(TURN)).toMatchObject([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', ...optionsOf('hidden') },
        { type: 'reasoning', text: 'Hm.', ...optionsOf('seen') },
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', toolCallId: 'c', ...optionsOf('call') },
      ],
    },
    { role: 'tool', content: [{ toolCallId: 'c', ...optionsOf('call') }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'So.' },
        { type: 'text', text: 'One is left.' },
      ],
    },
  ])
})

test('another model gets the texts and calls alone', () => {
  const told = tell(TURN, OTHER)

  expect(told).toMatchObject([
    { role: 'assistant', content: [{ text: 'I look.' }, { type: 'tool-call' }] },
    { role: 'tool' },
    { role: 'assistant', content: [{ text: 'One is left.' }] },
  ])
  expect(JSON.stringify(told)).not.toMatch(/reasoning|signature/)
  // The same model does get them.
  expect(JSON.stringify(tell(TURN))).toMatch(/reasoning.*signature/)
})

test('a step that was forgotten is told plainly, between others', () => {
  const message = answer(
    [
      reasoning('A'),
      call('a'),
      reasoning('B'),
      text('Then.'),
      call('b'),
      reasoning('C'),
      call('c'),
    ],
    [
      step(0, 2, [{ type: 'reasoning', at: 0, ...signed('a') }]),
      step(5, 7, [{ type: 'reasoning', at: 5, ...signed('c') }]),
    ],
  )

  const told = tell(message).map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ type }) => type),
  )

  expect(told).toEqual([
    ['reasoning', 'tool-call'],
    ['tool-result'],
    ['text', 'tool-call'],
    ['tool-result'],
    ['reasoning', 'tool-call'],
    ['tool-result'],
  ])
})

test('a thought without a proof is told in answers with calls alone, a proven one in all', () => {
  const parts = [reasoning('Hm.'), text('Yes.')]
  const plain = answer(parts, [step(0, 2, [{ type: 'reasoning', at: 0 }])])
  const proven = answer(parts, [step(0, 2, [{ type: 'reasoning', at: 0, ...signed('s') }])])

  expect(tell(plain)[0]?.content).toEqual([{ type: 'text', text: 'Yes.' }])
  expect(tell(proven)[0]?.content).toMatchObject([{ type: 'reasoning' }, { type: 'text' }])
})

test('a thought after which nothing was said is left out', () => {
  const message = answer(
    [text('One.'), reasoning('Hm.')],
    [step(0, 2, [{ type: 'reasoning', at: 1, ...signed('s') }])],
    { status: { type: 'incomplete', reason: 'cancelled' } },
  )

  expect(tell(message)).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'One.' }] }])
})

test('a call that was never answered takes its thought along', () => {
  const waiting: MessagePart = {
    type: 'tool-call',
    toolCallId: 'w',
    toolName: 'refund',
    state: 'approval-requested',
    argsText: '{}',
    args: {},
    approval: { id: 'x' },
  }
  const message = answer(
    [reasoning('Hm.'), waiting],
    [step(0, 2, [{ type: 'reasoning', at: 0, ...signed('s') }])],
    { status: { type: 'requires-action', reason: 'interrupt' } },
  )

  expect(tell(message)).toEqual([])
})

test('two steps of texts alone are one message: servers refuse two answers in a row', () => {
  const message = answer(
    [text('One'), text(' and two.')],
    [
      { ...step(0, 1, [{ type: 'text', at: 0, ...signed('a') }]) },
      // The last one was cut off.
      { model: MODEL, from: 1, parts: [{ type: 'text', at: 1, ...signed('b') }] },
    ],
  )

  expect(tell(message)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'One', ...optionsOf('a') },
        { type: 'text', text: ' and two.', ...optionsOf('b') },
      ],
    },
  ])
})
