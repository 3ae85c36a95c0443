import { expect, test } from 'vitest'
import {
  CONTEXT_DATA_EXPECTED,
  CONTEXT_DATA_MAX_BYTES,
  CONTEXT_FIELDS_MAX,
  CONTEXT_NAME_MAX_CHARACTERS,
} from '../../shared/context-data.ts'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { readTurn } from './read-call.ts'

type Part = UiMessage['parts'][number]

const text = (value: string): Part => ({ type: 'text', text: value })
const file = (url: unknown, filename?: unknown): Part => ({ type: 'file', url, filename })
const submit = (...parts: Part[]): ChatBody => ({
  id: 't',
  trigger: 'submit-message',
  messages: [
    { id: 'before', role: 'assistant', parts: [] },
    { id: 'new', role: 'user', parts },
  ],
})
const read = (body: ChatBody, limits: Partial<Record<AmountName, number>> = {}) =>
  readTurn(body, (name) => ({ ...AMOUNT_DEFAULTS, ...limits })[name])

test('takes the last message, and the one before it as its parent', () => {
  expect(read(submit(text('One'), { type: 'step-start' }, text('Two')))).toEqual({
    type: 'submit',
    parent: 'before',
    externalId: 'new',
    text: 'One\n\nTwo',
    files: [],
    marks: {},
  })
})

test.each([
  [
    { custom: { sentBy: 'page', hostReads: 'user', other: 1 } },
    { sentBy: 'page', hostReads: 'user' },
  ],
  [{ custom: { sentBy: 'admin', hostReads: 'yes' } }, {}],
  [{ custom: 'page' }, {}],
  ['page', {}],
])('of the metadata %j of a message only its marks are taken', (metadata, marks) => {
  const body = submit(text('Hello'))
  const messages = body.messages.map((message) => ({ ...message, metadata }))

  expect(read({ ...body, messages })).toMatchObject({ marks })
})

const withContext = (context: unknown): ChatBody => {
  const { messages, ...body } = submit(text('Hello'))
  return {
    ...body,
    messages: messages.map((message) => ({ ...message, metadata: { custom: { context } } })),
  }
}
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, index]))
/** So many bytes as JSON, and fewer characters. */
const ofBytes = (bytes: number) => ({ note: 'é' + 'x'.repeat(bytes - '{"note":"é"}'.length - 1) })

test.each([
  ['nothing', {}],
  ['the most fields', fields(CONTEXT_FIELDS_MAX)],
  ['the most bytes', ofBytes(CONTEXT_DATA_MAX_BYTES)],
  ['the longest name', { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS)]: 1 }],
])('takes what the page said with the message: %s', (_, context) => {
  expect(read(withContext(context))).toMatchObject({ marks: { context } })
})

test.each([
  ['one field more', fields(CONTEXT_FIELDS_MAX + 1)],
  ['one byte more', ofBytes(CONTEXT_DATA_MAX_BYTES + 1)],
  ['a longer name', { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS + 1)]: 1 }],
  ['no name', { '': 1 }],
  ['a text', 'The cart is empty.'],
  ['a list', []],
  ['null', null],
])('refuses what the page said with the message, naming where it stands: %s', (_, context) => {
  expect(() => read(withContext(context))).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: `messages.1.metadata.custom.context: expected ${CONTEXT_DATA_EXPECTED}.`,
    }),
  )
})

test('what a page said with an older message is not looked at', () => {
  const { messages, ...body } = withContext(1)
  const newest = { ...messages[1]!, metadata: {} }

  expect(read({ ...body, messages: [messages[0]!, newest] })).toMatchObject({ marks: {} })
})

test('takes files, with or without words', () => {
  const url = 'data:image/png;base64,AAAA'

  expect(read(submit(file(url, 'a.png'), file(url, ' ')))).toMatchObject({
    text: '',
    files: [
      { path: 'messages.1.parts.0', url, filename: 'a.png' },
      { path: 'messages.1.parts.1', url, filename: 'unnamed' },
    ],
  })
  expect(() => read(submit(file(7)))).toThrow(/messages\.1\.parts\.0\.url/)
})

test('takes the answer to make again, or else the last message', () => {
  const body: ChatBody = { ...submit(text('Hi')), trigger: 'regenerate-message' }

  expect(read({ ...body, messageId: 'answer' })).toEqual({ type: 'regenerate', message: 'answer' })
  expect(read(body)).toEqual({ type: 'regenerate', message: 'new' })
  expect(() => read({ ...body, messages: [] })).toThrow(/messageId/)
})

test('refuses a message that is blank or not from the user', () => {
  expect(() => read(submit(text(' \n ')))).toThrow(/no text and no file/)
  expect(() => read({ ...submit(), messages: [] })).toThrow(/from the user/)
  expect(() =>
    read({ ...submit(), messages: [{ id: 'a', role: 'assistant', parts: [text('x')] }] }),
  ).toThrow(/from the user/)
})

test('takes the longest text and refuses one character more, with both numbers', () => {
  expect(AMOUNT_DEFAULTS.userTextCharacters).toBe(USER_TEXT_MAX_CHARACTERS)
  expect(read(submit(text('x'.repeat(USER_TEXT_MAX_CHARACTERS)))).type).toBe('submit')
  expect(() => read(submit(text('x'.repeat(USER_TEXT_MAX_CHARACTERS + 1))))).toThrow(
    /at most 32000 characters; this one has 32001/,
  )
})

test('takes the most parts and files, and refuses one more', () => {
  const files = (count: number) => submit(...Array.from({ length: count }, () => file('data:,')))
  const parts = (count: number) => submit(...Array.from({ length: count }, () => text('x')))

  expect(read(files(10)).type).toBe('submit')
  expect(() => read(files(11))).toThrow(/at most 10 files; this one has 11/)
  expect(read(parts(5), { partsPerMessage: 5 }).type).toBe('submit')
  expect(() => read(parts(6), { partsPerMessage: 5 })).toThrow(/parts: at most 5/)
})

test('takes the most bytes of files inside of the call, all together, and refuses one more', () => {
  const inline = (bytes: number) =>
    file(`data:text/plain;base64,${Buffer.alloc(bytes, 'x').toString('base64')}`)
  const limits = { inlineDataBytes: 10 }

  expect(read(submit(inline(5), inline(5)), limits).type).toBe('submit')
  expect(() => read(submit(inline(5), inline(6)), limits)).toThrow(/at most 10 bytes in all/)
  expect(read(submit(inline(9), file('https://a.example/')), limits).type).toBe('submit')
})

test('takes an answer that goes on, with what its calls waited for', () => {
  const part = { type: 'tool-pick', toolCallId: 'c', state: 'output-available', output: 1 }
  const body = (role: 'assistant' | 'system'): ChatBody => ({
    ...submit(),
    messages: [{ id: 'msg_2', role, parts: [part] }],
  })

  expect(read(body('assistant'))).toEqual({
    type: 'continue',
    message: 'msg_2',
    isCutOff: false,
    isStopped: false,
    answers: [{ type: 'result', toolCallId: 'c', output: 1 }],
  })
  expect(() => read(body('system'))).toThrow(/from the user, or an answer that waits/)
})

test('takes an answer that was cut off, whatever its parts say', () => {
  const part = { type: 'tool-pick', toolCallId: 'c', state: 'output-available', output: 1 }
  const body: ChatBody = {
    ...submit(),
    messages: [{ id: 'msg_2', role: 'assistant', parts: [part] }],
    continueText: true,
    isStopped: true,
  }

  expect(read(body)).toEqual({
    type: 'continue',
    message: 'msg_2',
    isCutOff: true,
    isStopped: false,
    answers: [],
  })
})
