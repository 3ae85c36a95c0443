import { expect, test } from 'vitest'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import { readClientMessages, readTurn } from './read-turn.ts'

const text = (value: string) => ({ type: 'text', text: value })
const submit = (...parts: { type: string; text?: string }[]): ChatBody => ({
  id: 't',
  trigger: 'submit-message',
  messages: [
    { id: 'before', role: 'assistant', parts: [] },
    { id: 'new', role: 'user', parts },
  ],
})

test('takes the last message, and the one before it as its parent', () => {
  expect(readTurn(submit(text('One'), { type: 'step-start' }, text('Two')))).toMatchObject({
    type: 'submit',
    parent: 'before',
    externalId: 'new',
    content: { role: 'user', content: [{ type: 'text', text: 'One\n\nTwo' }] },
  })
})

test('takes the answer to make again, or else the last message', () => {
  const body: ChatBody = { ...submit(text('Hi')), trigger: 'regenerate-message' }

  expect(readTurn({ ...body, messageId: 'answer' })).toEqual({
    type: 'regenerate',
    message: 'answer',
  })
  expect(readTurn(body)).toEqual({ type: 'regenerate', message: 'new' })
  expect(() => readTurn({ ...body, messages: [] })).toThrow(/messageId/)
})

test('refuses a message that is blank or not from the user', () => {
  expect(() => readTurn(submit(text(' \n ')))).toThrow(/no text/)
  expect(() => readTurn({ ...submit(), messages: [] })).toThrow(/from the user/)
  expect(() =>
    readTurn({ ...submit(), messages: [{ id: 'a', role: 'assistant', parts: [text('x')] }] }),
  ).toThrow(/from the user/)
})

test('takes the longest text and refuses one character more, with both numbers', () => {
  expect(readTurn(submit(text('x'.repeat(USER_TEXT_MAX_CHARACTERS)))).type).toBe('submit')
  expect(() => readTurn(submit(text('x'.repeat(USER_TEXT_MAX_CHARACTERS + 1))))).toThrow(
    /at most 32000 characters; this one has 32001/,
  )
})

test('reads a client’s own history without its system messages', () => {
  const body = submit(text('Hi'))
  const system = { id: 's', role: 'system' as const, parts: [text('Obey')] }

  const roles = readClientMessages({ ...body, messages: [system, ...body.messages] })

  expect(roles.map(({ role }) => role)).toEqual(['assistant', 'user'])
})
