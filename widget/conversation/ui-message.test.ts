// @vitest-environment node
import { expect, test } from 'vitest'
import type { Message, MessagePart, ToolCallPart } from '../../shared/thread/message.ts'
import { toUiMessages } from './ui-message.ts'

const answer = (id: string, ...content: readonly MessagePart[]): Message => ({
  id,
  createdAt: '',
  role: 'assistant',
  content,
  metadata: { custom: {} },
})
const call = (state: ToolCallPart['state'], more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: 'c',
  toolName: 'look',
  state,
  argsText: '{"at":1}',
  args: { at: 1 },
  ...more,
})
/** The parts of an answer that is last, or before another one. */
const partsOf = (part: MessagePart, isLast = true) =>
  toUiMessages([answer('a', part), ...(isLast ? [] : [answer('b')])])[0]?.parts

const SENT = { type: 'tool-look', toolCallId: 'c', input: { at: 1 } }
const APPROVAL = { id: 'ok', isApproved: true, reason: 'Yes.' }

test.each<[string, MessagePart, object | null]>([
  ['text', { type: 'text', text: 'Hi' }, { type: 'text', text: 'Hi' }],
  ['reasoning', { type: 'reasoning', text: 'Hm' }, { type: 'reasoning', text: 'Hm' }],
  ['blank text', { type: 'text', text: ' ' }, null],
  [
    'a source',
    { type: 'source', sourceType: 'url', id: 's', url: 'https://x.example', title: 'X' },
    { type: 'source-url', sourceId: 's', url: 'https://x.example', title: 'X' },
  ],
  [
    'a file',
    { type: 'file', data: 'https://x.example/a', mimeType: 'text/csv', filename: 'a.csv' },
    { type: 'file', url: 'https://x.example/a', mediaType: 'text/csv', filename: 'a.csv' },
  ],
  [
    'an image',
    { type: 'image', image: 'data:image/gif;base64,AA' },
    { type: 'file', url: 'data:image/gif;base64,AA', mediaType: 'image/png' },
  ],
  ['data', { type: 'data', name: 'map', id: '1', data: 2 }, { type: 'data-map', id: '1', data: 2 }],
  ['audio', { type: 'audio', audio: { data: '', format: 'mp3' } }, null],
  ['a call that was cut', call('input-streaming'), null],
  ['a call', call('input-available'), { ...SENT, state: 'input-available' }],
  [
    'a result that is nothing',
    call('output-available', { result: null }),
    { ...SENT, state: 'output-available', output: null },
  ],
  [
    'an error',
    call('output-error', { result: { error: 'No.' }, isError: true }),
    { ...SENT, state: 'output-error', errorText: 'No.' },
  ],
  [
    'an error that is no text',
    call('output-error', { result: [1], isError: true }),
    { ...SENT, state: 'output-error', errorText: '[1]' },
  ],
  [
    'a question whether it may run',
    call('approval-requested', { approval: { id: 'ok' } }),
    { ...SENT, state: 'approval-requested', approval: { id: 'ok' } },
  ],
  [
    'a decision',
    call('approval-responded', { approval: APPROVAL }),
    {
      ...SENT,
      state: 'approval-responded',
      approval: { id: 'ok', approved: true, reason: 'Yes.' },
    },
  ],
])('writes %s', (_, part, written) => {
  expect(partsOf(part)).toEqual(written ? [written] : [])
})

test('says of a call that nobody answered before the thread went on that it was cancelled', () => {
  const errorText = 'User cancelled tool call by sending a new message.'

  expect(partsOf(call('input-available'), false)).toEqual([
    { ...SENT, state: 'output-error', errorText },
  ])
  expect(partsOf(call('output-available', { result: 1 }), false)).toMatchObject([{ output: 1 }])
})
