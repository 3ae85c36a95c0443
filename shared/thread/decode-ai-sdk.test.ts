import { expect, test, vi } from 'vitest'
import type { JsonObject } from '../json.ts'
import { decodeRow } from './decode-row.ts'

const AT = '2026-01-02T03:04:05.006Z'
function read(content: JsonObject, format = 'ai-sdk/v6') {
  const warn = vi.fn<(text: string) => void>()
  const message = decodeRow({ id: 'msg_a', created_at: AT, format, content }, warn)
  return { message, warnings: warn.mock.calls.flat() }
}
const answer = (...parts: readonly JsonObject[]) => read({ role: 'assistant', parts })
const call = (fields: JsonObject) =>
  answer({ type: 'tool-look', toolCallId: 't', input: { a: 1 }, ...fields })

test.each(['ai-sdk/v5', 'ai-sdk/v6'])('reads an answer of format %s', (format) => {
  const parts = [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.', state: 'done' },
    { type: 'tool-look', toolCallId: 't', state: 'output-available', input: { a: 1 }, output: 0 },
    {
      type: 'dynamic-tool',
      toolName: 'own',
      toolCallId: 'u',
      state: 'output-error',
      errorText: 'No.',
    },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'So.', state: 'streaming' },
    { type: 'source-url', sourceId: 's', url: 'https://a.example/', title: 'A' },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==', filename: 'a.png' },
    { type: 'data-note', id: 'n', data: { x: 1 } },
  ]

  expect(read({ role: 'assistant', parts, metadata: { custom: { m: 1 } } }, format)).toEqual({
    warnings: [],
    message: {
      id: 'msg_a',
      createdAt: AT,
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        {
          type: 'tool-call',
          toolCallId: 't',
          toolName: 'look',
          state: 'output-available',
          args: { a: 1 },
          argsText: '{"a":1}',
          result: 0,
        },
        {
          type: 'tool-call',
          toolCallId: 'u',
          toolName: 'own',
          state: 'output-error',
          args: {},
          argsText: '{}',
          result: { error: 'No.' },
          isError: true,
        },
        { type: 'text', text: 'So.' },
        { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example/', title: 'A' },
        {
          type: 'file',
          mimeType: 'image/png',
          data: 'data:image/png;base64,AA==',
          filename: 'a.png',
        },
        { type: 'data', name: 'note', id: 'n', data: { x: 1 } },
      ],
      metadata: { custom: { m: 1 }, steps: [] },
      status: { type: 'complete', reason: 'unknown' },
    },
  })
})

test.each<[JsonObject, object, object]>([
  [
    { state: 'input-streaming', input: { a: ['x'] } },
    { state: 'input-streaming', args: { a: ['x'] }, argsText: '{"a":["x' },
    { type: 'requires-action', reason: 'tool-calls' },
  ],
  [
    { state: 'input-available' },
    { state: 'input-available', args: { a: 1 } },
    { type: 'requires-action', reason: 'tool-calls' },
  ],
  [
    { state: 'approval-requested', approval: { id: 'p' } },
    { state: 'approval-requested', approval: { id: 'p' } },
    { type: 'requires-action', reason: 'interrupt' },
  ],
  [
    { state: 'approval-responded', approval: { id: 'p', approved: true } },
    { state: 'approval-responded', approval: { id: 'p', isApproved: true } },
    { type: 'requires-action', reason: 'tool-calls' },
  ],
  [
    { state: 'output-denied', approval: { id: 'p', approved: false, reason: 'No.' } },
    { state: 'output-denied', approval: { id: 'p', isApproved: false, reason: 'No.' } },
    { type: 'complete' },
  ],
  [
    { state: 'output-error', errorText: 'No.', input: 'x' },
    { state: 'output-error', argsText: 'x', result: { error: 'No.' }, isError: true },
    { type: 'complete' },
  ],
])('reads the call %j', (fields, part, status) => {
  expect(call(fields).message).toMatchObject({ content: [part], status })
})

test('reads a text in the place of arguments, and lets nobody run one that is none', () => {
  const waits = { state: 'approval-requested', approval: { id: 'p' } }

  expect(call({ ...waits, input: '{"n":1}' }).message?.content[0]).toMatchObject({
    state: 'approval-requested',
    args: { n: 1 },
  })
  expect(call({ ...waits, input: '{"n":1' }).message?.content[0]).toMatchObject({
    state: 'input-streaming',
  })
  expect(call({ ...waits, input: [1] }).message?.content[0]).toMatchObject({
    state: 'output-error',
    isError: true,
  })
})

test('shows the files of a user’s message as attachments', () => {
  const file = (url: string) => ({ type: 'file', mediaType: 'text/csv', url, filename: 'a.csv' })
  const parts = [{ type: 'text', text: 'See' }, file('https://a.example/1'), file('data:,2')]
  const attachment = { type: 'document', name: 'a.csv', contentType: 'text/csv', size: 0 }

  expect(read({ role: 'user', parts })).toMatchObject({
    warnings: [],
    message: {
      content: [{ type: 'text', text: 'See' }],
      attachments: [
        { ...attachment, id: '0', url: 'https://a.example/1' },
        { ...attachment, id: '1', url: 'data:,2' },
      ],
    },
  })
})

test('finds the attachments of a v5 row, whose files are not stored, in its metadata', () => {
  const kept = {
    id: 'k',
    type: 'file',
    name: 'a.pdf',
    contentType: 'application/pdf',
    url: 'https://a.example/k',
    size: 4,
  }
  const row = { role: 'user', parts: [{ type: 'text', text: 'See' }] }

  expect(read({ ...row, metadata: { attachments: [kept] } }, 'ai-sdk/v5').message).toMatchObject({
    attachments: [kept],
  })
})

test('drops what it cannot read with a warning, and keeps the rest (8.15)', () => {
  const text = { type: 'text', text: 'kept' }
  const { message, warnings } = answer(
    { type: 'source-document', mediaType: 'text/plain', title: 'T' },
    { type: 'custom', kind: 'a.b' },
    { type: 'tool-look', toolCallId: 't', state: 'lost' },
    text,
  )

  expect(message?.content).toEqual([text])
  expect(warnings).toEqual([
    'Unsupported part type: source-document',
    'Unsupported part type: custom',
    'Unsupported part type: tool-look',
  ])
})

test('reads a document that an answer cites, with its page', () => {
  const cited = { type: 'source-document', sourceId: 's', mediaType: 'application/pdf', title: 'T' }
  const source = { type: 'source', sourceType: 'document', id: 's', title: 'T' }
  const { message, warnings } = answer(
    cited,
    { ...cited, filename: 't.pdf', providerMetadata: { anthropic: { startPageNumber: 2 } } },
    { ...cited, providerMetadata: { other: { page: 0 }, mine: { page: '2' } } },
  )

  expect(message?.content).toEqual([
    { ...source, mediaType: cited.mediaType },
    { ...source, mediaType: cited.mediaType, filename: 't.pdf', page: 2 },
    { ...source, mediaType: cited.mediaType },
  ])
  expect(warnings).toEqual([])
})

test('reads a cited passage, and a source without it if it is malformed', () => {
  const url = 'https://a.example/'
  const passage = { number: 2, headings: ['Time'], text: 'Within 30 days.' }
  const page = (value: JsonObject) => ({
    type: 'source-url',
    sourceId: 's',
    url,
    providerMetadata: { alcove: { passage: value } },
  })

  const { message } = answer(page(passage), page({ ...passage, number: 0 }))

  const source = { type: 'source', sourceType: 'url', id: 's', url }
  expect(message?.content).toEqual([{ ...source, passage }, source])
})

test.each<[JsonObject, string]>([
  [{ role: 'tool', parts: [] }, 'Unknown message role: tool'],
  [{ role: 'system', parts: [] }, 'System messages must have exactly one text message part.'],
  [{ role: 'assistant', content: 'no parts' }, 'Unsupported part type: none'],
])('skips the row %j with a warning (8.12)', (content, warning) => {
  expect(read(content)).toEqual({ message: undefined, warnings: [warning] })
})

test('leaves out a file whose address no page may open', () => {
  const file = (url: string) => ({ type: 'file', mediaType: 'text/plain', filename: 'a.txt', url })
  const parts = [file('javascript:alert(1)'), file('https://a.example/1')]

  const { message, warnings } = read({ role: 'user', parts })

  expect(message?.attachments).toMatchObject([{ url: 'https://a.example/1' }])
  expect(warnings).toHaveLength(1)
})
