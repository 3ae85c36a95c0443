import { expect, test } from 'vitest'
import type { JsonValue } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { INTERRUPT_PREFIX } from './interrupt.ts'
import { createAssistantMessage, type Message } from './message.ts'

const empty = createAssistantMessage('a', '2026-01-02T03:04:05.006Z')
const fold = (chunks: readonly Chunk[], from: Message = empty) => chunks.reduce(applyChunk, from)
const CALL: Chunk = { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: {} }
const textOf = (more: object = {}) =>
  INTERRUPT_PREFIX +
  JSON.stringify({
    name: 'AUTH0_AI_INTERRUPT',
    code: 'TokenVaultError',
    message: 'Authorization required',
    behavior: 'resume',
    toolCall: { id: 't', name: 'look' },
    ...more,
  })
const fail = (errorText: string): Chunk => ({ type: 'error', errorText })
const errorOf = (error: string) => ({ type: 'incomplete', reason: 'error', error })

test('lets the call wait for the authorisation that an error asks for (4.19, 4.29)', () => {
  const message = fold([CALL, fail(textOf())])

  expect(message.status).toEqual({ type: 'requires-action', reason: 'interrupt' })
  expect(message.content).toMatchObject([
    { state: 'input-available', interrupt: { code: 'TokenVaultError', behavior: 'resume' } },
  ])
})

test('takes an interrupt for a call that the server first said had failed', () => {
  const failed: Chunk = { type: 'tool-output-error', toolCallId: 't', errorText: 'An error.' }
  const [call] = fold([CALL, failed, fail(textOf())]).content

  expect(call).toMatchObject({ state: 'input-available', interrupt: { kind: 'token-vault' } })
  expect(call).not.toHaveProperty('result')
  expect(call).not.toHaveProperty('isError')
})

test('takes a second interrupt of a call that was told to go on, but not of one with a result', () => {
  const waiting = fold([CALL, fail(textOf())])
  const again = (output: JsonValue) =>
    fold(
      [
        { type: 'start' },
        { type: 'tool-output-available', toolCallId: 't', output },
        fail(textOf()),
      ],
      waiting,
    )

  const resumed = again({ continueInterruption: true, toolName: 'look' })
  expect(resumed.status).toEqual({ type: 'requires-action', reason: 'interrupt' })
  expect(resumed.content[0]).not.toHaveProperty('result')
  expect(again({ continueInterruption: 'yes' }).status).toEqual(errorOf(textOf()))
})

test('forgets the interrupt when the call goes on', () => {
  const waiting = fold([CALL, fail(textOf())])
  const result: Chunk = { type: 'tool-output-available', toolCallId: 't', output: 1 }
  const [call] = fold([{ type: 'start' }, result], waiting).content

  expect(call).toMatchObject({ state: 'output-available', result: 1 })
  expect(call).not.toHaveProperty('interrupt')
})

const RESULT: Chunk = { type: 'tool-output-available', toolCallId: 't', output: 0 }
test.each<[string, readonly Chunk[], string]>([
  ['an unknown code', [CALL], textOf({ code: 'OWN_CODE' })],
  ['text that is no JSON', [CALL], `${INTERRUPT_PREFIX}{`],
  ['a call that is not of this answer', [CALL], textOf({ toolCall: { id: 'u', name: 'look' } })],
  ['another tool’s name', [CALL], textOf({ toolCall: { id: 't', name: 'pay' } })],
  ['a call that has its result', [CALL, RESULT], textOf()],
  ['a call that was denied', [CALL, { type: 'tool-output-denied', toolCallId: 't' }], textOf()],
  ['an answer without calls', [], textOf()],
])('shows an interrupt with %s as the text that it is (4.29)', (_, chunks, text) => {
  const message = fold([...chunks, fail(text)])

  expect(message.status).toEqual(errorOf(text))
  expect(message.content).toEqual(fold(chunks).content)
})

test('takes the prefix in words of the model or a tool for words', () => {
  const said = fold([
    { type: 'text-delta', id: '0', delta: textOf() },
    CALL,
    { type: 'tool-output-error', toolCallId: 't', errorText: textOf() },
    { type: 'finish', messageMetadata: { finishReason: 'stop' } },
  ])

  expect(said.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(said.content).toMatchObject([{ text: textOf() }, { result: { error: textOf() } }])
  expect(said.content[1]).not.toHaveProperty('interrupt')
})

test('changes nothing of an answer that has ended', () => {
  const ended = fold([CALL, { type: 'abort' }])

  expect(fold([fail(textOf())], ended)).toEqual(ended)
})
