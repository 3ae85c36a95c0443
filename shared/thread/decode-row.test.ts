import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { JSON_DEPTH_LIMIT, type JsonObject } from '../json.ts'
import { decodeRow, AUI_V0 } from './decode-row.ts'
import type { ToolCallPart } from './message.ts'
import { ARGUMENTS_DIFFER_TEXT } from './settle-args.ts'

const AT = '2026-01-02T03:04:05.006Z'
function read(content: JsonObject, format = AUI_V0) {
  const warn = vi.fn<(text: string) => void>()
  const message = decodeRow({ id: 'msg_a', created_at: AT, format, content }, warn)
  return { message, warnings: warn.mock.calls.flat() }
}
const answer = (...content: readonly JsonObject[]) => read({ role: 'assistant', content })
const TEXT = { type: 'text', text: 'Hi' }

test.each([
  [
    'a user’s message',
    'attachments are only supported for user messages',
    { role: 'assistant', content: [TEXT], attachments: [{}] },
    { role: 'user', content: [TEXT], attachments: [{}] },
  ],
  [
    'an answer',
    'status is only supported for assistant messages',
    { role: 'user', content: [TEXT], status: { type: 'complete', reason: 'stop' } },
    { role: 'assistant', content: [TEXT], status: { type: 'complete', reason: 'stop' } },
  ],
  [
    'an answer',
    'metadata.steps is only supported for assistant messages',
    { role: 'user', content: [TEXT], metadata: { custom: {}, steps: [] } },
    { role: 'assistant', content: [TEXT], metadata: { custom: {}, steps: [] } },
  ],
])('leaves out what only %s has, and says: %s (5.14, 5.15, 5.16)', (_, text, wrong, right) => {
  expect(read(wrong)).toMatchObject({ warnings: [text], message: { content: [TEXT] } })
  expect(read(right).warnings).toEqual([])
})

test('drops an image of an answer that is no data URL of a known kind (5.19, 8.16)', () => {
  const image = (url: string) => ({ type: 'image', image: url })
  const INVALID = 'Invalid image data format detected'

  for (const kind of ['png', 'jpeg', 'jpg', 'gif', 'webp']) {
    expect(answer(image(`data:image/${kind};base64,AA==`)).warnings).toEqual([])
  }
  for (const url of ['data:image/svg+xml;base64,AA==', 'https://a.example/a.png', 'AA==']) {
    expect(answer(image(url), TEXT)).toMatchObject({
      warnings: [INVALID],
      message: { content: [TEXT] },
    })
    expect(read({ role: 'user', content: [image(url)] }).message?.content).toEqual([image(url)])
  }
})

test('reads what a message of each role may hold, and nothing else (3.22, 3.32, 3.34, 3.35, 3.36)', () => {
  const call = { type: 'tool-call', toolCallId: 't', toolName: 'look', args: {} }
  const source = { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example/' }
  const file = { type: 'file', mimeType: 'text/csv', data: 'https://a.example/a.csv' }
  const audio = { type: 'audio', audio: { data: 'AA==', format: 'mp3' } }
  const data = { type: 'data', name: 'note', data: null }
  const all = [TEXT, call, source, file, audio, data]
  const typesOf = (role: string) =>
    read({ role, content: all }).message?.content.map(({ type }) => type)

  expect(typesOf('assistant')).toEqual(['text', 'tool-call', 'source', 'file', 'data'])
  expect(typesOf('user')).toEqual(['text', 'file', 'audio'])
  expect(typesOf('system')).toEqual(['text'])
})

test('gives a call without an id one of its own, the same each time', () => {
  const call = { type: 'tool-call', toolName: 'look', args: {} }
  const ids = () =>
    answer(call, call).message?.content.map((part) => 'toolCallId' in part && part.toolCallId)

  expect(new Set(ids())).toHaveLength(2)
  expect(ids()).toEqual(ids())
})

test('reads the arguments of a call from their text, however far that goes', () => {
  const stored = (fields: JsonObject) =>
    answer({ type: 'tool-call', toolCallId: 't', toolName: 'n', ...fields }).message?.content[0]

  expect(stored({ argsText: '{ "a": 1 }' })).toMatchObject({
    args: { a: 1 },
    argsText: '{ "a": 1 }',
    state: 'input-available',
  })
  expect(stored({ argsText: '{"a":"Os' })).toMatchObject({
    args: { a: 'Os' },
    state: 'input-streaming',
  })
  expect(stored({ args: { a: 1 } })).toMatchObject({ argsText: '{"a":1}' })
  const deep = `${'{"a":'.repeat(JSON_DEPTH_LIMIT + 1)}{}${'}'.repeat(JSON_DEPTH_LIMIT + 1)}`
  expect(stored({ argsText: deep })).toMatchObject({ state: 'output-error', args: {} })
  expect(stored({})).toMatchObject({ args: {}, argsText: '{}', state: 'input-available' })
})

const INTERRUPT = {
  code: 'TokenVaultError',
  message: 'Authorization required',
  behavior: 'resume',
  toolCall: { id: 't', name: 'pay' },
}
const human = (payload: JsonObject) => ({ interrupt: { type: 'human', payload } })

const WAITS = { type: 'requires-action', reason: 'interrupt' }
const readCall = (fields: JsonObject) => {
  const call = { type: 'tool-call', toolCallId: 't', toolName: 'pay', ...fields }
  const { message } = read({ role: 'assistant', content: [call], status: WAITS })
  return { part: message?.content[0], status: message?.status }
}

test.each<[string, JsonObject]>([
  ['a tool of the page', {}],
  ['a tool that asks', { approval: { id: 'p' } }],
  ['a tool that was allowed', { approval: { id: 'p', approved: true } }],
  ['a tool that was interrupted', human({ ...INTERRUPT })],
])('a stored call of %s whose text and value differ has ended', (_, waits) => {
  expect(readCall({ argsText: '{"n":1}', args: { n: 99 }, ...waits })).toMatchObject({
    part: { state: 'output-error', result: { error: ARGUMENTS_DIFFER_TEXT }, args: { n: 99 } },
    status: { type: 'complete' },
  })
  const control = readCall({ argsText: '{ "n": 1 }', args: { n: 1 }, ...waits })
  expect(control.part).not.toHaveProperty('result')
  expect(control.part).toMatchObject({ args: { n: 1 } })
  expect(control.status?.type).toBe('requires-action')
})

test('of a stored call the value counts where the text is cut, and both where there is a result', () => {
  expect(readCall({ argsText: '{"n":1', args: { n: 99 } }).part).toMatchObject({
    state: 'input-available',
    args: { n: 99 },
    argsText: '{"n":99}',
  })
  expect(readCall({ argsText: '{"n":1}', args: { n: 99 }, result: 4 }).part).toMatchObject({
    state: 'output-available',
    result: 4,
    args: { n: 99 },
  })
})

test('requests no approval of a stored call whose arguments were cut', () => {
  expect(readCall({ argsText: '{"n":1', approval: { id: 'p' } }).part).toMatchObject({
    state: 'input-streaming',
  })
})

test.each<[string, JsonObject]>([
  ['an approval without an id', { approval: { approved: true } }],
  ['an approval with a word for yes', { approval: { id: 'p', approved: 'yes' } }],
  ['an approval that is none', { approval: 'yes' }],
  ['an interrupt with an unknown code', human({ ...INTERRUPT, code: 'OWN' })],
  ['an interrupt of another call', human({ ...INTERRUPT, toolCall: { id: 'u', name: 'pay' } })],
  ['an interrupt of another tool', human({ ...INTERRUPT, toolCall: { id: 't', name: 'look' } })],
  ['an interrupt that says nothing', { interrupt: { type: 'human', payload: null } }],
  ['an interrupt without its wrapping', { interrupt: INTERRUPT }],
])('takes %s for none', (_, fields) => {
  const call = { type: 'tool-call', toolCallId: 't', toolName: 'pay', args: {} }
  const [part] = answer({ ...call, ...fields }).message?.content ?? []

  expect(part).toMatchObject({ state: 'input-available' })
  expect(part).not.toHaveProperty('approval')
  expect(part).not.toHaveProperty('interrupt')
})

test('takes a whole approval and a known interrupt for what they are', () => {
  const call = { type: 'tool-call', toolCallId: 't', toolName: 'pay', args: {} }
  const other = { ...call, toolCallId: 'u', approval: { id: 'p' } }
  const { message } = answer(other, { ...call, ...human(INTERRUPT) })
  const [asked, sent] = (message?.content ?? []) as readonly ToolCallPart[]

  expect(asked).toMatchObject({ state: 'approval-requested', approval: { id: 'p' } })
  expect(sent?.interrupt).toMatchObject({ kind: 'token-vault', flow: 'token-vault' })
})

test.each<[JsonObject | undefined, object]>([
  [undefined, { type: 'complete', reason: 'unknown' }],
  [{ type: 'running' }, { type: 'incomplete', reason: 'cancelled' }],
  [
    { type: 'complete', reason: 'stop' },
    { type: 'complete', reason: 'stop' },
  ],
  [
    { type: 'complete', reason: 7 },
    { type: 'complete', reason: 'unknown' },
  ],
  [
    { type: 'requires-action', reason: 'interrupt' },
    { type: 'requires-action', reason: 'interrupt' },
  ],
  [{ type: 'requires-action' }, { type: 'requires-action', reason: 'tool-calls' }],
  [
    { type: 'incomplete', reason: 'error', error: { message: 'No.' } },
    { type: 'incomplete', reason: 'error', error: { message: 'No.' } },
  ],
  [
    { type: 'incomplete', reason: 'tired' },
    { type: 'incomplete', reason: 'other' },
  ],
  [{ type: 'lost' }, { type: 'complete', reason: 'unknown' }],
])('reads the status %j (4.24)', (status, expected) => {
  const row = { role: 'assistant', content: [TEXT], ...(status ? { status } : {}) }

  expect(read(row).message?.status).toEqual(expected)
})

test('reads an answer’s metadata, and what other runtimes keep there (3.37, 3.54)', () => {
  const usage = { inputTokens: 1, outputTokens: 2 }
  const given = {
    custom: { note: 1 },
    unstable_state: { a: 1 },
    unstable_annotations: [1],
    unstable_data: [2],
    submittedFeedback: { type: 'negative', comment: 'Wrong.' },
    steps: [{ usage }, { state: 'started', messageId: 'm' }, 'nonsense'],
  }

  expect(read({ role: 'assistant', content: [TEXT], metadata: given }).message?.metadata).toEqual({
    ...given,
    steps: [
      { state: 'finished', messageId: '', finishReason: 'unknown', usage, isContinued: false },
      { state: 'started', messageId: 'm' },
    ],
  })
  const odd = { custom: 7, steps: 'none', submittedFeedback: { type: 'mixed' } }
  expect(read({ role: 'assistant', content: [TEXT], metadata: odd }).message?.metadata).toEqual({
    custom: {},
    steps: [],
  })
})

test('reads the attachments of our rows, and of newer clients’', () => {
  const ours = {
    id: 'k',
    type: 'document',
    name: 'a.txt',
    contentType: 'text/plain',
    url: 'https://files.example/k',
    size: 4,
  }
  const theirs = {
    id: 'x',
    type: 'image',
    name: 'a.png',
    status: { type: 'complete' },
    content: [{ type: 'image', image: 'data:image/png;base64,AA==' }],
  }
  const user = (more: JsonObject) =>
    read({ role: 'user', content: [TEXT], ...more }).message?.attachments

  expect(user({ metadata: { custom: { attachments: [ours, ours, { ...ours, id: 7 }] } } })).toEqual(
    [ours],
  )
  expect(user({ attachments: [theirs, { ...theirs, content: [] }, 7] })).toEqual([
    {
      id: 'x',
      type: 'image',
      name: 'a.png',
      contentType: 'image/png',
      url: 'data:image/png;base64,AA==',
      size: 0,
    },
  ])
  const hostile = { ...ours, url: 'javascript:alert(1)' }
  expect(user({ metadata: { custom: { attachments: [hostile] } } })).toBeUndefined()
  expect(user({})).toBeUndefined()
})

test('reads an attachment of a type that nobody knows as a file, with a warning (8.13)', () => {
  const named = { name: 'a.obj', contentType: 'model/obj', url: 'https://files.example/k', size: 4 }
  const custom = {
    attachments: [
      { ...named, id: 'a', type: 'hologram' },
      { ...named, id: 'b', type: 'file' },
      { ...named, id: 'c', type: 7 },
      { ...named, id: 'd', type: 'script', url: 'javascript:alert(1)' },
    ],
  }
  const { message, warnings } = read({ role: 'user', content: [TEXT], metadata: { custom } })

  expect(message?.attachments).toEqual([
    { ...named, id: 'a', type: 'file' },
    { ...named, id: 'b', type: 'file' },
  ])
  expect(warnings).toEqual(['Unknown attachment type: hologram'])
})

test('gives a row without a time the oldest one', () => {
  const content = { role: 'user', content: 'Hi' }
  const row = { id: 'a', created_at: 'yesterday', format: AUI_V0, content }

  expect(decodeRow(row)?.createdAt).toBe('1970-01-01T00:00:00.000Z')
  expect(decodeRow({ ...row, created_at: AT })?.createdAt).toBe(AT)
})

const anyPart = fc.record(
  {
    type: fc.constantFrom('text', 'tool-call', 'source', 'image', 'tool-x', 'data-x', 'file'),
    text: fc.jsonValue(),
    toolCallId: fc.jsonValue(),
    toolName: fc.jsonValue(),
    args: fc.jsonValue(),
    argsText: fc.jsonValue(),
    state: fc.jsonValue(),
    approval: fc.jsonValue(),
    interrupt: fc.jsonValue(),
    image: fc.jsonValue(),
    audio: fc.jsonValue(),
    data: fc.jsonValue(),
  },
  { requiredKeys: ['type'] },
)
const anyContent = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', 'tool', 7),
  content: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(anyPart, fc.jsonValue()))),
  parts: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(anyPart, fc.jsonValue()))),
  metadata: fc.jsonValue(),
  status: fc.jsonValue(),
  attachments: fc.jsonValue(),
})

test('takes any row of any format', () => {
  const formats = fc.constantFrom(AUI_V0, 'ai-sdk/v5', 'ai-sdk/v6')
  fc.assert(
    fc.property(anyContent, formats, (content, format) => {
      expect(() => read(content as JsonObject, format)).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test('reads a text that a newer client keeps as an attachment', () => {
  const attachment = (text: string) => ({
    id: 'a1',
    type: 'document',
    name: 'notes.md',
    contentType: 'text/markdown',
    status: { type: 'complete' },
    content: [{ type: 'text', text }],
  })
  const readOne = (text: string) =>
    read({ role: 'user', content: [TEXT], attachments: [attachment(text)] }).message?.attachments
  const file = {
    id: 'a1',
    type: 'document',
    name: 'notes.md',
    contentType: 'text/markdown',
    size: 0,
  }
  const url = 'data:text/plain;charset=utf-8,'

  expect(readOne('<attachment name=notes.md>\nA & \u00fc\n</attachment>')).toEqual([
    { ...file, url: `${url}A%20%26%20%C3%BC` },
  ])
  expect(readOne('Bare \ud83d')).toEqual([{ ...file, url: `${url}Bare%20%EF%BF%BD` }])
})

test('reads a call that was stored twice as one, with its result', () => {
  const call = (more: JsonObject = {}) => ({
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'look',
    args: {},
    ...more,
  })
  const calls = (...parts: readonly JsonObject[]) => answer(...parts).message?.content

  expect(calls(call(), TEXT, call({ result: 1 }))).toMatchObject([{ result: 1 }, TEXT])
  expect(calls(call({ result: 1 }), TEXT, call())).toMatchObject([{ result: 1 }, TEXT])
  expect(calls(call({ result: 1 }), call({ toolCallId: 'u' }))).toHaveLength(2)
  const sdk = (more: JsonObject) => ({ type: 'tool-look', toolCallId: 't', input: {}, ...more })
  const parts = [sdk({ state: 'input-available' }), sdk({ state: 'output-available', output: 2 })]
  expect(read({ role: 'assistant', parts }, 'ai-sdk/v6').message).toMatchObject({
    content: [{ result: 2 }],
    status: { type: 'complete' },
  })
})
