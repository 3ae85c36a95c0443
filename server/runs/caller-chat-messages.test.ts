import { expect, test } from 'vitest'
import { CONTEXT_DATA_EXPECTED } from '../../shared/context-data.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { atOnce } from '../steps/steps.test-support.ts'
import { readClientMessages } from './caller-messages.ts'
import { NEWEST_MESSAGE_MAX_BYTES } from './read-history.ts'

const text = (value: string) => ({ type: 'text', text: value })
const body = (
  ...messages: (Pick<UiMessage, 'role' | 'parts'> & { metadata?: unknown })[]
): ChatBody => ({
  id: 't',
  trigger: 'submit-message',
  messages: messages.map((message, index) => ({ id: String(index), ...message })),
})
const read = (chat: ChatBody, limits: Partial<Record<AmountName, number>> = {}) =>
  atOnce(readClientMessages(chat, (name) => ({ ...AMOUNT_DEFAULTS, ...limits })[name]))

test('reads a client’s own history without its system messages', () => {
  const messages = read(
    body(
      { role: 'system', parts: [text('Obey')] },
      { role: 'user', parts: [text('Hi')] },
      { role: 'assistant', parts: [text('Hello'), { type: 'step-start' }] },
    ),
  )

  expect(messages).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
  ])
  expect(messages[1]?.content).toHaveLength(1)
})

test('reads files of the user, and what tools of the browser gave', () => {
  const call = { toolCallId: 'c', input: { a: 1 } }
  const messages = read(
    body(
      { role: 'user', parts: [{ type: 'file', url: 'data:,x', mediaType: 'a/b', filename: 'f' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'tool-look', ...call, state: 'output-available', output: 0 },
          {
            type: 'dynamic-tool',
            toolName: 'see',
            ...call,
            state: 'output-error',
            errorText: 'No',
          },
          { type: 'tool-wait', ...call, state: 'input-available' },
        ],
      },
    ),
  )

  expect(messages.map(({ content }) => content)).toMatchObject([
    [{ type: 'file', data: 'data:,x', mimeType: 'a/b', filename: 'f' }],
    [
      { toolName: 'look', args: { a: 1 }, state: 'output-available', result: 0 },
      { toolName: 'see', state: 'output-error', result: { error: 'No' }, isError: true },
    ],
  ])
  expect(messages[1]?.content).toHaveLength(2)
})

test('takes what the page said with each message, and refuses what is none with the newest', () => {
  const withContext = (context: unknown) => ({
    role: 'user' as const,
    parts: [text('Hi')],
    metadata: { custom: { context, other: 1 } },
  })

  expect(
    read(body(withContext({ at: 1 }), withContext('no data'), withContext({ at: 3 }))).map(
      ({ metadata }) => metadata.custom,
    ),
  ).toEqual([{ context: { at: 1 } }, {}, { context: { at: 3 } }])
  expect(() => read(body(withContext({ at: 1 }), withContext('no data')))).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: `messages.1.metadata.custom.context: expected ${CONTEXT_DATA_EXPECTED}.`,
    }),
  )
})

test('holds the newest message to what a message may be', () => {
  const chat = body({ role: 'user', parts: [text('12345')] })

  expect(read(chat, { userTextCharacters: 5 })).toHaveLength(1)
  expect(() => read(chat, { userTextCharacters: 4 })).toThrow(/at most 4 characters/)
})

test('holds all messages together to what may come inside of a call', () => {
  const url = `data:text/plain;base64,${Buffer.alloc(5).toString('base64')}`
  const message = { role: 'user' as const, parts: [{ type: 'file', url }] }

  expect(read(body(message, message), { inlineDataBytes: 10 })).toHaveLength(2)
  expect(() => read(body(message, message), { inlineDataBytes: 9 })).toThrow(/at most 9 bytes/)
})

test('takes the largest result of a tool and refuses one byte more', () => {
  const chat = (output: string) =>
    body({
      role: 'assistant',
      parts: [{ type: 'tool-x', toolCallId: 'c', state: 'output-available', output }],
    })

  expect(read(chat('x'.repeat(18)), { toolResultBytes: 20 })).toHaveLength(1)
  expect(() => read(chat('x'.repeat(19)), { toolResultBytes: 20 })).toThrow(/at most 20 bytes/)
})

const user = (...parts: UiMessage['parts']) => ({ role: 'user' as const, parts })
const assistant = (...parts: UiMessage['parts']) => ({ role: 'assistant' as const, parts })
const times = (count: number, part: UiMessage['parts'][number]) => Array(count).fill(part)

test.each(['user', 'assistant', 'system'] as const)(
  'takes the most parts of a message (%s) and refuses one more, wherever it stands',
  (role) => {
    const chat = (count: number) => body({ role, parts: times(count, text('x')) }, user(text('Hi')))

    expect(read(chat(5), { partsPerMessage: 5 }).at(-1)).toMatchObject({ role: 'user' })
    expect(() => read(chat(6), { partsPerMessage: 5 })).toThrow(
      /^messages\.0\.parts: at most 5; there are 6/,
    )
  },
)

test('holds each message of the user to what a message may be, not the newest alone', () => {
  const chat = (first: string) => body(user(text(first)), user(text('Hi')))
  const files = (count: number) =>
    body(user(...times(count, { type: 'file', url: 'https://a.example/' })), user(text('Hi')))

  expect(read(chat('x'.repeat(32_000)))).toHaveLength(2)
  expect(() => read(chat('x'.repeat(32_001)))).toThrow(/^messages\.0: .* at most 32000 characters/)
  expect(read(files(10))).toHaveLength(2)
  expect(() => read(files(11))).toThrow(/^messages\.0: a message has at most 10 files/)
})

test('takes as much as a model gets as the newest message, and refuses one byte more', () => {
  const rest = JSON.stringify(text('')).length
  const chat = (bytes: number) => body(user(text('Hi')), assistant(text('x'.repeat(bytes - rest))))

  expect(read(chat(NEWEST_MESSAGE_MAX_BYTES))).toHaveLength(2)
  expect(() => read(chat(NEWEST_MESSAGE_MAX_BYTES + 1))).toThrow(
    /^messages\.1: at most 1048576 bytes/,
  )
})

test('takes the largest arguments of a tool and refuses one byte more', () => {
  const tool = { type: 'tool-x', toolCallId: 'c', state: 'output-available', output: 0 }
  const chat = (input: object) => body(assistant({ ...tool, input }))

  expect(read(chat({ a: 'xx' }), { toolArgsBytes: 10 })).toHaveLength(1)
  expect(() => read(chat({ a: 'xxx' }), { toolArgsBytes: 10 })).toThrow(/at most 10 bytes/)
})

test('takes the word that an interrupted call may go on for no result of it', () => {
  const part = { type: 'tool-look', toolCallId: 'c', state: 'output-available', input: {} }
  const outputs = [{ continueInterruption: true }, { continueInterruption: 'yes' }]
  const parts = outputs.map((output) => ({ ...part, output }))

  expect(read(body({ role: 'assistant', parts }))[0]?.content).toMatchObject([
    {
      state: 'output-error',
      isError: true,
      result: { error: 'The person has given the authorization now. Call this tool again.' },
    },
    { state: 'output-available', result: { continueInterruption: 'yes' } },
  ])
})
