import { expect, test } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import { ARGUMENTS_DIFFER_TEXT } from '../../shared/thread/settle-args.ts'
import { convertRow } from './convert-row.ts'

const PASSAGE: JsonObject = { number: 1, headings: [], text: 'A.' }
const AUI: JsonObject = {
  role: 'assistant',
  content: [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Hi' },
    {
      type: 'source',
      sourceType: 'url',
      id: 's',
      url: 'https://a.example/',
      title: 'A',
      providerMetadata: { alcove: { passage: PASSAGE } },
    },
    { type: 'source', sourceType: 'document', id: 'd', mediaType: 'application/pdf', title: 'D' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'look', args: { x: 1 } },
    { type: 'tool-call', toolCallId: 'b', toolName: 'look', argsText: '{"x":2}', result: 0 },
    {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'look',
      args: {},
      result: { error: 'No.' },
      isError: true,
    },
    { type: 'file', data: 'AAAA', mimeType: 'application/pdf', filename: 'a.pdf' },
    { type: 'image', image: 'data:image/webp;base64,AAAA' },
    { type: 'audio', audio: { data: 'AAAA', format: 'mp3' } },
    { type: 'data', name: 'order', data: { n: 1 } },
    { type: 'generative-ui', spec: { root: 'x' } },
    { type: 'hologram', depth: 3 },
  ],
  metadata: { custom: { m: 1 }, steps: [] },
  status: { type: 'complete', reason: 'stop' },
}
const CONVERTED: JsonObject = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Hi' },
    {
      type: 'source-url',
      sourceId: 's',
      url: 'https://a.example/',
      title: 'A',
      providerMetadata: { alcove: { passage: PASSAGE } },
    },
    { type: 'source-document', sourceId: 'd', mediaType: 'application/pdf', title: 'D' },
    { type: 'tool-look', toolCallId: 'a', state: 'input-available', input: { x: 1 } },
    { type: 'tool-look', toolCallId: 'b', state: 'output-available', input: { x: 2 }, output: 0 },
    { type: 'tool-look', toolCallId: 'c', state: 'output-error', input: {}, errorText: 'No.' },
    {
      type: 'file',
      url: 'data:application/pdf;base64,AAAA',
      mediaType: 'application/pdf',
      filename: 'a.pdf',
    },
    { type: 'file', url: 'data:image/webp;base64,AAAA', mediaType: 'image/webp' },
    { type: 'file', url: 'data:audio/mp3;base64,AAAA', mediaType: 'audio/mp3' },
    { type: 'data-order', data: { n: 1 } },
    { type: 'data-generative-ui', data: { spec: { root: 'x' } } },
    { type: 'data-hologram', data: { depth: 3 } },
  ],
  metadata: { custom: { m: 1 }, steps: [] },
}
const failed = (errorText: string) => ({
  role: 'assistant',
  parts: [
    { type: 'text', text: 'Hi' },
    { type: 'tool-look', toolCallId: 'c', state: 'output-error', input: {}, errorText },
  ],
})
const row = (format: string, content: JsonObject) => ({ id: 'msg_1', format, content })

test.each(['ai-sdk/v5', 'ai-sdk/v6'])('makes %s of aui/v0, part by part', (wanted) => {
  expect(convertRow(row('aui/v0', AUI), wanted)).toEqual(row(wanted, CONVERTED))
})

test.each([
  ['No.', 'No.'],
  ['"No."', 'No.'],
  ['{"error":"No."}', 'No.'],
  ['{"code":7}', '{"code":7}'],
  ['7', '7'],
])('makes version 6 of version 5; the error %s is then %s', (before, after) => {
  expect(convertRow(row('ai-sdk/v5', failed(before)), 'ai-sdk/v6')).toEqual(
    row('ai-sdk/v6', failed(after)),
  )
})

test.each<[string, JsonObject, JsonObject]>([
  ['whose text was cut', { argsText: '{"x":1' }, { state: 'input-streaming', input: { x: 1 } }],
  [
    'whose text was cut and whose value is whole',
    { argsText: '{"x":1', args: { x: 2 } },
    { state: 'input-available', input: { x: 2 } },
  ],
  [
    'whose text and value differ',
    { argsText: '{"x":1}', args: { x: 2 } },
    { state: 'output-error', input: { x: 2 }, errorText: ARGUMENTS_DIFFER_TEXT },
  ],
  [
    'that has its result, whose text and value differ',
    { argsText: '{"x":1}', args: { x: 2 }, result: 0 },
    { state: 'output-available', input: { x: 2 }, output: 0 },
  ],
  ['without arguments', {}, { state: 'input-available', input: {} }],
])('a call %s can be run by its reader with one value, or not at all', (_, fields, converted) => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', ...fields }
  const content = { role: 'assistant', content: [call] }

  expect(convertRow(row('aui/v0', content), 'ai-sdk/v6')?.content['parts']).toEqual([
    { type: 'tool-look', toolCallId: 'a', ...converted },
  ])
})

test.each([
  ['aui/v0', undefined],
  ['aui/v0', 'aui/v0'],
  ['ai-sdk/v5', 'aui/v0'],
  ['ai-sdk/v6', 'aui/v0'],
  ['ai-sdk/v5', undefined],
  ['ai-sdk/v5', 'ai-sdk/v5'],
  ['ai-sdk/v6', 'ai-sdk/v5'],
  ['ai-sdk/v6', 'ai-sdk/v6'],
  ['aui/v0', 'somebody/v1'],
  ['somebody/v1', 'ai-sdk/v6'],
])('leaves %s as it is for a reader of %s', (format, wanted) => {
  const stored = row(format, format === 'aui/v0' ? AUI : failed('"No."'))

  expect(convertRow(stored, wanted)).toBe(stored)
})

test('takes the files of a message along, wherever they stand', () => {
  const url = 'https://chat.example/v1/files/attachments/a'
  const custom = {
    attachments: [{ id: 'a', type: 'image', name: 'a.png', url, contentType: 'image/png' }],
  }
  const attachments = [
    { id: 'b', name: 'b.pdf', content: [{ type: 'file', data: url, mimeType: 'application/pdf' }] },
    { id: 'c', name: 'c.txt', content: [{ type: 'text', text: '<attachment name=c.txt>' }] },
  ]
  const content: JsonObject = { role: 'user', content: 'Look', metadata: { custom }, attachments }

  expect(convertRow(row('aui/v0', content), 'ai-sdk/v6')?.content['parts']).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'file', url, mediaType: 'image/png', filename: 'a.png' },
    { type: 'file', url, mediaType: 'application/pdf', filename: 'b.pdf' },
    { type: 'text', text: '<attachment name=c.txt>' },
  ])
})

test.each<[string, JsonObject]>([
  ['without a role', { content: [] }],
  ['without parts', { role: 'user' }],
  ['of parts that are none', { role: 'user', content: [7] }],
  ['of a text without words', { role: 'user', content: [{ type: 'text' }] }],
  ['of a call without a name', { role: 'assistant', content: [{ type: 'tool-call' }] }],
])('cannot read a row %s', (_, content) => {
  expect(convertRow(row('aui/v0', content), 'ai-sdk/v6')).toBeUndefined()
  expect(convertRow(row('aui/v0', content), 'aui/v0')?.content).toBe(content)
})
