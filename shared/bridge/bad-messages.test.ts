import { expect, test, vi } from 'vitest'
import { createChannel } from './channel.ts'
import { isFrameSetup, isOpenRequest, isSerializedError, isTokenQuestion } from './guards.ts'
import { isHello, isInit, isRefused } from './handshake.ts'

const SETUP = {
  app: 'default',
  scheme: 'dark',
  viewport: { isSheet: true, top: 47, right: 0, bottom: 34, left: 0 },
  identity: { epoch: 2, mode: 'token' },
}
const HELLO = { type: 'alcove:hello', nonce: 'n', protocol: [1], build: '0.1.0' }
const INIT = { type: 'alcove:init', nonce: 'n', protocol: 1, setup: SETUP }

/** None of these may have an effect: no call, no event, no answer, no error. */
const BAD_MESSAGES: readonly (readonly [name: string, message: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'call'],
  ['a number', 7],
  ['a list', ['call', 1, 'ask', null]],
  ['an empty object', {}],
  ['an unknown kind', { k: 'run', i: 1, n: 'ask' }],
  ['a kind that is no text', { k: { call: true }, i: 1, n: 'ask' }],
  ['a call without an id', { k: 'call', n: 'ask', a: 1 }],
  ['a call with a text as id', { k: 'call', i: '1', n: 'ask' }],
  ['a call with a fraction as id', { k: 'call', i: 1.5, n: 'ask' }],
  ['a call with an endless id', { k: 'call', i: Infinity, n: 'ask' }],
  ['a call with no number as id', { k: 'call', i: NaN, n: 'ask' }],
  ['a call with a huge id', { k: 'call', i: 2 ** 60, n: 'ask' }],
  ['a call without a name', { k: 'call', i: 1 }],
  ['a call with a list as name', { k: 'call', i: 1, n: ['ask'] }],
  ['an event without a name', { k: 'evt', d: 1 }],
  ['an event with an object as name', { k: 'evt', n: { toString: 1 }, d: 1 }],
  ['an answer to no call', { k: 'ok', i: 99, d: 1 }],
  ['an error for no call', { k: 'err', i: 99, e: { code: 'internal', message: '' } }],
  ['an error without a code', { k: 'err', i: 1, e: { message: 'm' } }],
  ['an error that is a text', { k: 'err', i: 1, e: 'broken' }],
  ['an error that is null', { k: 'err', i: 1, e: null }],
  ['a cancel of no call', { k: 'cancel', i: 99 }],
  ['another package', { jsonrpc: '2.0', method: 'ask', id: 1 }],
]

/** Data without JSON text. */
const BAD_DATA: typeof BAD_MESSAGES = [
  ['an empty text', ''],
  ['half a text', '{"k":"evt","n":"note"'],
  ['a text that is no JSON', 'evt note'],
  ['a call that is no text', { k: 'call', i: 1, n: 'ask', a: 1 }],
  ['an event that is no text', { k: 'evt', n: 'note', d: 1 }],
  ['a list with a text', ['{"k":"evt","n":"note","d":1}']],
  ['a text as an object', new String('{"k":"evt","n":"note","d":1}')],
  ['a big integer', 7n],
  ['a date', new Date(0)],
  ['a map', new Map([['k', 'call']])],
  ['a buffer', new ArrayBuffer(8)],
]

test.each([
  ...BAD_DATA,
  ...BAD_MESSAGES.map(([name, message]) => [name, JSON.stringify(message)] as const),
])('a port ignores %s and goes on', async (_, data) => {
  const { port1, port2 } = new MessageChannel()
  const seen: unknown[] = []
  const channel = createChannel<never, never, { ask(value: number): number }, never>(
    port1,
    { ask: (value: unknown) => seen.push(value) } as never,
    { note: (value: unknown) => seen.push(value) } as never,
  )
  const answers: unknown[] = []
  port2.onmessage = ({ data }) => answers.push(JSON.parse(data))
  let outcome = 'waiting'
  channel.call('ask', 1).then(
    () => (outcome = 'answered'),
    () => (outcome = 'failed'),
  )

  port2.postMessage(data)
  // The positive control: the same port still accepts valid messages.
  port2.postMessage(JSON.stringify({ k: 'evt', n: 'note', d: 'control' }))
  await vi.waitFor(() => expect(seen).toEqual(['control']))

  expect(answers).toEqual([{ k: 'call', i: 1, n: 'ask', a: 1 }])
  expect(outcome).toBe('waiting')
  channel.close()
  port2.close()
})

test('the guards of the handshake take what is right', () => {
  expect(isHello({ ...HELLO, later: 'field' })).toBe(true)
  expect(isInit(INIT)).toBe(true)
  expect(isRefused({ type: 'alcove:refused', nonce: 'n', code: 'c' }, 'n')).toBe(true)
})

test.each([
  [null],
  ['alcove:hello'],
  [{ ...HELLO, type: 'hello' }],
  [{ ...HELLO, nonce: 1 }],
  [{ ...HELLO, protocol: 1 }],
  [{ ...HELLO, protocol: undefined }],
  [{ ...HELLO, build: null }],
  [INIT],
])('is no hello: %j', (value) => {
  expect(isHello(value)).toBe(false)
})

test.each([
  [null],
  [HELLO],
  [{ ...INIT, nonce: null }],
  [{ ...INIT, protocol: '1' }],
  [{ type: 'alcove:init' }],
])('is no init: %j', (value) => {
  expect(isInit(value)).toBe(false)
})

test('a refusal counts only for the nonce that was asked', () => {
  expect(isRefused({ type: 'alcove:refused', nonce: 'other', code: 'c' }, 'n')).toBe(false)
  expect(isRefused({ type: 'alcove:refused', code: 'c' }, 'n')).toBe(false)
})

test('the guards of the contract take what is right', () => {
  expect(isFrameSetup({ ...SETUP, later: 'field' })).toBe(true)
  expect(isFrameSetup({ ...SETUP, isAnswering: true })).toBe(true)
  expect(isFrameSetup({ ...SETUP, locale: 'de' })).toBe(true)
  expect(isOpenRequest({ isOpen: true, userGesture: false })).toBe(true)
  expect(isTokenQuestion({ reason: 'initial', previous: null })).toBe(true)
  expect(isTokenQuestion({ reason: 'rejected', previous: 'old' })).toBe(true)
  expect(isSerializedError({ code: 'c', message: 'm' })).toBe(true)
})

test.each([
  [null],
  [{ ...SETUP, app: 1 }],
  [{ ...SETUP, scheme: 'blue' }],
  [{ ...SETUP, viewport: null }],
  [{ ...SETUP, viewport: { ...SETUP.viewport, top: -1 } }],
  [{ ...SETUP, viewport: { ...SETUP.viewport, top: 501 } }],
  [{ ...SETUP, viewport: { ...SETUP.viewport, top: NaN } }],
  [{ ...SETUP, viewport: { ...SETUP.viewport, left: '0' } }],
  [{ ...SETUP, viewport: { ...SETUP.viewport, isSheet: 1 } }],
  [{ ...SETUP, isAnswering: 'yes' }],
  [{ ...SETUP, locale: { de: true } }],
  [{ ...SETUP, locale: null }],
  [{ ...SETUP, identity: { epoch: -1, mode: 'token' } }],
  [{ ...SETUP, identity: { epoch: 0.5, mode: 'token' } }],
  [{ ...SETUP, identity: { epoch: 1, mode: 'root' } }],
])('is no setup: %j', (value) => {
  expect(isFrameSetup(value)).toBe(false)
})

test('an inset may be as large as the limit', () => {
  expect(isFrameSetup({ ...SETUP, viewport: { ...SETUP.viewport, top: 500 } })).toBe(true)
})

test.each([[null], [{}], [{ isOpen: 1, userGesture: true }], [{ isOpen: true }]])(
  'is no request to open: %j',
  (value) => {
    expect(isOpenRequest(value)).toBe(false)
  },
)

test.each([
  [null],
  [{}],
  [{ reason: 'because', previous: null }],
  [{ reason: 'initial' }],
  [{ reason: 'initial', previous: 1 }],
  [{ reason: 'initial\nx', previous: null }],
])('is no question for a token: %j', (value) => {
  expect(isTokenQuestion(value)).toBe(false)
})
