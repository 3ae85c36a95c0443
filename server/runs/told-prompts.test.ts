import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { readPrompt } from './told-messages.ts'
import { NEWEST_MESSAGE_MAX_BYTES } from './read-history.ts'

type Told = { role: string; content: unknown; [key: string]: unknown }
const readWith = (limits: Partial<Record<AmountName, number>>, ...messages: Told[]) =>
  readPrompt({ assistant_id: 'a', messages }, (name) => ({ ...AMOUNT_DEFAULTS, ...limits })[name])
const read = (...messages: Told[]) => readWith({}, ...messages)
const contents = (prompt: ReturnType<typeof read>) =>
  prompt.messages.map(({ role, content }) => [role, ...content])

test('reads the prompt of a provider, its system text apart', () => {
  const prompt = read(
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', data: 'AAAA', mediaType: 'image/png', filename: 'a.png' },
        { type: 'file', data: 'https://a.example/b.pdf', mediaType: 'application/pdf' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { a: 1 } },
        { type: 'tool-call', toolCallId: 'd', toolName: 'fail', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'look',
          output: { type: 'json', value: 0 },
        },
        {
          type: 'tool-result',
          toolCallId: 'd',
          toolName: 'fail',
          output: { type: 'error-text', value: 'No' },
        },
        { type: 'tool-result', toolCallId: 'unknown', output: { type: 'json', value: 1 } },
      ],
    },
  )

  expect(prompt.system).toBe('Be brief.')
  expect(contents(prompt)).toMatchObject([
    [
      'user',
      { type: 'text', text: 'What is this?' },
      { type: 'file', data: 'data:image/png;base64,AAAA', filename: 'a.png' },
      { type: 'file', data: 'https://a.example/b.pdf', mimeType: 'application/pdf' },
    ],
    [
      'assistant',
      { type: 'text', text: 'Let me look.' },
      { toolCallId: 'c', state: 'output-available', args: { a: 1 }, result: 0 },
      { toolCallId: 'd', state: 'output-error', result: 'No', isError: true },
    ],
  ])
})

test('reads the messages of a runtime, attachments included', () => {
  const prompt = read(
    {
      role: 'user',
      id: 'x',
      createdAt: '2026-01-01',
      metadata: { custom: {} },
      content: [{ type: 'text', text: 'See' }],
      attachments: [
        { id: '0', name: 'a', content: [{ type: 'image', image: 'data:image/png;base64,AAAA' }] },
        {
          id: '1',
          name: 'b',
          content: [{ type: 'file', data: 'data:,x', mimeType: 'text/plain' }],
        },
        { id: '2', name: 'c' },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'look',
          args: { a: 1 },
          argsText: '',
          result: 2,
        },
      ],
      status: { type: 'complete' },
    },
  )

  expect(contents(prompt)).toMatchObject([
    [
      'user',
      { type: 'text', text: 'See' },
      { type: 'file', data: 'data:image/png;base64,AAAA' },
      { type: 'file', data: 'data:,x', mimeType: 'text/plain' },
    ],
    ['assistant', { args: { a: 1 }, state: 'output-available', result: 2 }],
  ])
})

test.each([
  [{ role: 'wizard', content: [] }, 'role is "wizard"'],
  [{ role: 'user', content: 7 }, 'content is no array'],
  [{ role: 'user', content: [{ text: 'Hi' }] }, 'a part has no type'],
  [{ role: 'assistant', content: ['Hi'] }, 'a part has no type'],
])('refuses %j', (message, problem) => {
  expect(() => read({ role: 'user', content: 'Hi' }, message)).toThrow(
    `Invalid messages format: messages.1: ${problem}`,
  )
})

const text = { type: 'text', text: 'x' }
const hello: Told = { role: 'user', content: 'Hi' }
const many = <Part>(count: number, create: (index: number) => Part) =>
  Array.from({ length: count }, (_, index) => create(index))
const call = (id: string | number) => ({
  type: 'tool-call',
  toolCallId: `c${id}`,
  toolName: 't',
  args: {},
})
const result = (id: string | number, output: unknown) => ({
  type: 'tool-result',
  toolCallId: `c${id}`,
  output,
})

test.each<[string, (count: number) => Told]>([
  ['user', (count) => ({ role: 'user', content: many(count, () => text) })],
  ['system', (count) => ({ role: 'system', content: many(count, () => text) })],
  ['assistant', (count) => ({ role: 'assistant', content: many(count, call) })],
  ['tool', (count) => ({ role: 'tool', content: many(count, (id) => result(id, {})) })],
  [
    'user, in attachments',
    (count) => ({
      role: 'user',
      content: [text],
      attachments: [{ content: many(count - 2, () => text) }, {}],
    }),
  ],
])('takes 200 parts of a message (%s) and refuses one more', (_role, create) => {
  expect(read(hello, create(200), hello).messages.length).toBeGreaterThan(1)
  expect(() => read(hello, create(201), hello)).toThrow(
    /^messages\.1\.content: at most 200; there are 201/,
  )
})

test('counts the parts of every message before it looks at any of them', () => {
  let looks = 0
  const watched = new Proxy(text, {
    get: (target, key) => {
      looks += 1
      return Reflect.get(target, key) as unknown
    },
  })
  const first = { role: 'user', content: [watched] }

  expect(() => read(first, { role: 'tool', content: many(201, () => ({})) })).toThrow(/at most 200/)
  expect(looks).toBe(0)
  read(first)
  expect(looks).toBeGreaterThan(0)
})

test('finds the call of each of 26,000 results without a search among 20,000', () => {
  const spentMs = startCpuTimer()
  const { messages } = readWith(
    { partsPerMessage: 26_000 },
    { role: 'assistant', content: many(20_000, call) },
    {
      role: 'tool',
      content: many(26_000, (id) => result(id % 20_000, { type: 'json', value: id })),
    },
    hello,
  )

  expect(messages[0]?.content[5_999]).toMatchObject({ toolCallId: 'c5999', result: 25_999 })
  expect(messages[0]?.content[6_000]).toMatchObject({ toolCallId: 'c6000', result: 6_000 })
  // A quadratic search takes minutes.
  expect(spentMs()).toBeLessThan(10_000)
})

test('takes a result whose kind is no text for one that is no error', () => {
  const kinds: readonly unknown[] = [
    { toString: 1, valueOf: 1 },
    { toString: null },
    7,
    null,
    undefined,
  ]
  const prompt = read(
    { role: 'assistant', content: many(kinds.length + 1, call) },
    {
      role: 'tool',
      content: [...kinds, 'error-json'].map((type, id) => result(id, { type, value: id })),
    },
  )

  const [answer] = prompt.messages
  expect(answer?.content.map((part) => part.type === 'tool-call' && part.state)).toEqual([
    ...kinds.map(() => 'output-available'),
    'output-error',
  ])
})

test('quotes no more of a role than a few words', () => {
  expect(() => read({ role: 'x'.repeat(1_000), content: [] })).toThrow(/role is "x{40}";/)
})

const user = (value: string): Told => ({ role: 'user', content: [{ type: 'text', text: value }] })
const answer = (value: string): Told => ({ ...user(value), role: 'assistant' })

test('takes the longest text of each message of a user, and refuses one character more', () => {
  expect(read(user('x'.repeat(32_000)), hello).messages).toHaveLength(2)
  expect(() => read(user('x'.repeat(32_001)), hello)).toThrow(
    /^messages\.0: a message has at most 32000 characters; this one has 32001/,
  )
  expect(() => read(hello, answer('y'), user('x'.repeat(32_001)))).toThrow(/^messages\.2: /)
})

test('takes as much as a model gets as the newest message, and refuses one byte more', () => {
  const sized = (bytes: number) => answer('x'.repeat(bytes - '{"type":"text","text":""}'.length))

  expect(read(hello, sized(NEWEST_MESSAGE_MAX_BYTES)).messages).toHaveLength(2)
  expect(() => read(hello, sized(NEWEST_MESSAGE_MAX_BYTES + 1))).toThrow(
    /^messages\.1: at most 1048576 bytes/,
  )
  // Older messages are left out later.
  expect(read(hello, sized(NEWEST_MESSAGE_MAX_BYTES + 1), hello).messages).toHaveLength(3)
})

test('counts the name of a file as text of its message', () => {
  const named = (length: number): Told => ({
    role: 'user',
    content: [{ type: 'file', data: 'https://a.example/', filename: 'x'.repeat(length) }],
  })

  expect(read(named(NEWEST_MESSAGE_MAX_BYTES)).messages).toHaveLength(1)
  expect(() => read(named(NEWEST_MESSAGE_MAX_BYTES + 1))).toThrow(/^messages\.0: at most/)
})

test('takes the most files of each message and the most bytes of all, and refuses one more', () => {
  const files = (count: number, data = 'https://a.example/'): Told => ({
    role: 'user',
    content: many(count, () => ({ type: 'file', data, mediaType: 'text/plain' })),
  })
  const five = Buffer.alloc(5).toString('base64')

  expect(read(files(10), files(10), hello).messages).toHaveLength(3)
  expect(() => read(hello, files(11), hello)).toThrow(
    /^messages\.1: a message has at most 10 files/,
  )
  expect(readWith({ inlineDataBytes: 10 }, files(1, five), files(1, five)).messages).toHaveLength(2)
  expect(() => readWith({ inlineDataBytes: 9 }, files(1, five), files(1, five))).toThrow(
    /at most 9 bytes in all/,
  )
})

test('takes the largest arguments and results of a tool, and refuses one byte more', () => {
  const told = (args: string, value: string): Told[] => [
    hello,
    { role: 'assistant', content: [{ ...call(0), args: { a: args } }] },
    { role: 'tool', content: [result(0, { type: 'json', value })] },
    hello,
  ]
  const limits = { toolArgsBytes: 10, toolResultBytes: 10 }

  expect(readWith(limits, ...told('xx', 'x'.repeat(8))).messages).toHaveLength(3)
  expect(() => readWith(limits, ...told('xxx', ''))).toThrow(
    /^messages\.1: a tool’s arguments have at most 10 bytes/,
  )
  expect(() => readWith(limits, ...told('', 'x'.repeat(9)))).toThrow(
    /^messages\.1: a tool’s result has at most 10 bytes/,
  )
})

test('takes the word that an interrupted call may go on for no result of it', () => {
  const goOn = { continueInterruption: true }
  const prompt = read(
    { role: 'assistant', content: [call(0), { ...call(1), result: goOn }, call(2)] },
    {
      role: 'tool',
      content: [
        result(0, { type: 'json', value: goOn }),
        result(2, { type: 'json', value: { continued: true } }),
      ],
    },
  )

  const error = 'The person has given the authorization now. Call this tool again.'
  expect(prompt.messages[0]?.content).toMatchObject([
    { state: 'output-error', isError: true, result: { error } },
    { state: 'output-error', isError: true, result: { error } },
    { state: 'output-available', result: { continued: true } },
  ])
})
