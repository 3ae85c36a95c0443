import { expect, test, vi } from 'vitest'
import type { JsonObject } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { decodeRow, AUI_V0 } from './decode-row.ts'
import { encodeMessage } from './encode-message.ts'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
  type MessagePart,
  type ToolCallPart,
} from './message.ts'

const AT = '2026-01-02T03:04:05.006Z'
const answer = (content: readonly MessagePart[], more: Partial<Message> = {}): Message => ({
  ...createAssistantMessage('a', AT),
  status: { type: 'complete', reason: 'stop' },
  content,
  ...more,
})
const PASSAGE = {
  number: 1,
  headings: ['Goods', 'Time'],
  text: 'Return goods within 30 days.',
  date: '2026-03-01',
  language: 'en',
  anchor: 'time',
}
const row = (content: JsonObject) => ({ id: 'a', created_at: AT, format: AUI_V0, content })
const roundTrip = (message: Message) =>
  decodeRow({ ...row(encodeMessage(message)), id: message.id })

test('reads back what it wrote (3.21, 3.26, 3.27, 3.28, 3.29)', () => {
  const message = answer([
    { type: 'reasoning', text: 'Let me look.' },
    {
      type: 'tool-call',
      toolCallId: 't',
      toolName: 'weather',
      state: 'output-available',
      args: { city: 'Oslo' },
      argsText: '{"city":"Oslo"}',
      result: { degrees: 4 },
    },
    { type: 'text', text: 'Four degrees.' },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://yr.example', title: 'Forecast' },
    {
      type: 'source',
      sourceType: 'document',
      id: 'd',
      title: 'Rules',
      mediaType: 'application/pdf',
      filename: 'rules.pdf',
      page: 4,
    },
    {
      type: 'source',
      sourceType: 'url',
      id: 'p',
      url: 'https://a.example/returns#time:~:text=within%2030%20days',
      title: 'Returns',
      passage: PASSAGE,
    },
    {
      type: 'source',
      sourceType: 'document',
      id: 'q',
      title: 'Guide',
      mediaType: 'application/pdf',
      page: 9,
      passage: { ...PASSAGE, number: 2, page: 9, pageLabel: 'v' },
    },
  ])

  expect(roundTrip(message)).toEqual(message)
})

test.each([0, false, '', null])('keeps the tool result %j', (result) => {
  const part = {
    type: 'tool-call' as const,
    toolCallId: 't',
    toolName: 'n',
    state: 'output-available' as const,
    args: {},
    argsText: '{}',
    result,
  }

  expect(roundTrip(answer([part]))?.content).toEqual([part])
})

test('keeps the artifact of a tool call (3.33)', () => {
  const part = {
    type: 'tool-call' as const,
    toolCallId: 't',
    toolName: 'chart',
    state: 'output-available' as const,
    args: {},
    argsText: '{}',
    result: 'drawn',
    artifact: { points: [1, 2] },
  }

  expect(roundTrip(answer([part]))?.content).toEqual([part])
})

const waiting = {
  type: 'tool-call' as const,
  toolCallId: 't',
  toolName: 'pay',
  args: { sum: 4 },
  argsText: '{"sum":4}',
}
const interrupt = {
  code: 'DEVICE_AUTHORIZATION_PENDING',
  kind: 'pending',
  flow: 'device',
  message: 'Type the code.',
  behavior: 'resume',
  toolCall: { id: 't', name: 'pay' },
  userCode: 'AB-CD',
  verificationUri: 'https://login.example/',
} as const

test.each<ToolCallPart>([
  { ...waiting, state: 'input-available' },
  { ...waiting, state: 'input-streaming', args: { su: 'm' }, argsText: '{"su":"m' },
  { ...waiting, state: 'approval-requested', approval: { id: 'p' } },
  { ...waiting, state: 'approval-responded', approval: { id: 'p', isApproved: true } },
  {
    ...waiting,
    state: 'output-denied',
    approval: { id: 'p', isApproved: false, reason: 'Too dear.' },
  },
  {
    ...waiting,
    state: 'output-available',
    result: 1,
    approval: { id: 'p', isApproved: true },
  },
  { ...waiting, state: 'output-error', result: { error: 'No.' }, isError: true },
  { ...waiting, state: 'input-available', interrupt },
  {
    ...waiting,
    state: 'input-available',
    interrupt,
    approval: { id: 'p', isApproved: true },
  },
])('reads a call back as it stood: %j (3.30)', (part) => {
  const status = { type: 'requires-action', reason: 'interrupt' } as const

  expect(roundTrip(answer([part], { status }))).toEqual(answer([part], { status }))
})

test('reads a fold of any stream back', () => {
  const chunks: Chunk[] = [
    { type: 'start-step' },
    { type: 'tool-input-start', toolCallId: 't', toolName: 'look' },
    { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: '{ "a": 1' },
    // Repaired by the provider: the text alone has other arguments.
    { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: { a: 2 } },
    { type: 'finish-step' },
    { type: 'finish', messageMetadata: { finishReason: 'tool-calls', note: 'n' } },
  ]
  const message = chunks.reduce(applyChunk, createAssistantMessage('a', AT))

  expect(roundTrip(message)).toEqual({
    ...message,
    content: [{ ...message.content[0], args: { a: 2 }, argsText: '{"a":2}' }],
  })
})

test('stores the text of arguments that writing again would change (3.30)', () => {
  const part = {
    type: 'tool-call' as const,
    toolCallId: 't',
    toolName: 'n',
    state: 'input-available' as const,
    args: { a: 1 },
    argsText: '{ "a": 1 }',
  }
  const encoded = encodeMessage(answer([part]))

  expect(encoded['content']).toEqual([
    { type: 'tool-call', toolCallId: 't', toolName: 'n', argsText: '{ "a": 1 }' },
  ])
  expect(decodeRow(row(encoded))?.content).toEqual([part])
})

test('saves a running answer as cancelled (4.23)', () => {
  const encoded = encodeMessage(createAssistantMessage('a', AT))

  expect(encoded['status']).toEqual({ type: 'incomplete', reason: 'cancelled' })
})

test('takes a row without a status for complete (4.24)', () => {
  const message = decodeRow(row({ role: 'assistant', content: 'Hello' }))

  expect(message?.status).toEqual({ type: 'complete', reason: 'unknown' })
  expect(message?.content).toEqual([{ type: 'text', text: 'Hello' }])
})

test('drops blank text and reasoning of an answer, and keeps that of a user (5.18)', () => {
  const blank = [
    { type: 'text', text: ' \n' },
    { type: 'text', text: 'kept' },
  ] as const

  expect(roundTrip(answer(blank))?.content).toEqual([blank[1]])
  expect(roundTrip({ ...createUserMessage('u', AT, ''), content: blank })?.content).toEqual(blank)
})

test('refuses to save a part that the format does not know (3.31, 8.5)', () => {
  const message = answer([{ type: 'file', mimeType: 'text/plain', data: 'https://x.example' }])

  expect(() => encodeMessage(message)).toThrow('Message part type not supported by aui/v0: file')
})

test('skips an unreadable part with a warning and keeps the rest (8.15, 8.49)', () => {
  const warn = vi.fn()
  const message = decodeRow(
    row({ role: 'assistant', content: [{ type: 'hologram' }, 7, { type: 'text', text: 'ok' }] }),
    warn,
  )

  expect(message?.content).toEqual([{ type: 'text', text: 'ok' }])
  expect(warn.mock.calls).toEqual([
    ['Unsupported part type: hologram'],
    ['Unsupported part type: number'],
  ])
})

test.each([
  [{ role: 'robot', content: [] }, 'Unknown message role: robot'],
  [{ role: 'system', content: [] }, 'System messages must have exactly one text message part.'],
])('skips the row %j with a warning (8.12, 8.49)', (content, text) => {
  const warn = vi.fn()

  expect(decodeRow(row(content), warn)).toBeUndefined()
  expect(warn).toHaveBeenCalledWith(text)
})

test('leaves rows of another format alone (9.4)', () => {
  expect(decodeRow({ ...row({ role: 'user', content: 'hi' }), format: 'own/v1' })).toBeUndefined()
})

test.each(['user', 'assistant', 'system'])('keeps what a %s row has beside custom', (role) => {
  const metadata = { custom: { a: 1 }, timing: { first: 2 }, tags: ['x'] }
  const stored = row({ role, content: [{ type: 'text', text: 'Hi' }], metadata })
  const sdk = { role, parts: [{ type: 'text', text: 'Hi' }], metadata }

  expect(encodeMessage(decodeRow(stored)!).metadata).toMatchObject(metadata)
  expect(encodeMessage(decodeRow({ ...row(sdk), format: 'ai-sdk/v6' })!).metadata).toMatchObject(
    metadata,
  )
})
