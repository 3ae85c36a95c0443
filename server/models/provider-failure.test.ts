import { APICallError, JSONParseError } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import {
  createFailure,
  describeFailure as describeWith,
  FAILURE_TEXTS,
  type FailureKind,
} from './provider-failure.ts'
import { CODE_MAX, judgeRefusal, MESSAGE_MAX, readRefusal } from './read-refusal.ts'
import { readStreamError } from './read-stream-error.ts'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'

const describeFailure = (error: unknown) => describeWith(error, (words) => words)

const http = (statusCode: number, message = 'No', error: object = {}) =>
  new APICallError({
    message,
    url: 'https://provider.example/v1',
    requestBodyValues: { messages: ['private words'] },
    statusCode,
    data: { error },
  })

test.each<[number, string, object, FailureKind]>([
  [400, 'No', {}, 'refused'],
  [400, 'This model’s maximum context length is 8192 tokens', {}, 'too-long'],
  [400, 'No', { code: 'context_length_exceeded' }, 'too-long'],
  [401, 'No', {}, 'key'],
  [403, 'No', {}, 'key'],
  [404, 'No', {}, 'model'],
  [413, 'No', {}, 'too-long'],
  [429, 'No', {}, 'busy'],
  [429, 'No', { code: 'insufficient_quota' }, 'credit'],
  [500, 'No', {}, 'down'],
  [529, 'No', { type: 'overloaded_error' }, 'down'],
])('reads status %i, “%s”, %j as %s', (status, message, error, kind) => {
  expect(describeFailure(http(status, message, error))).toMatchObject({ kind, status })
})

test('finds the cause behind other errors', () => {
  const cause = createFailure('stalled', 'silence')

  expect(describeFailure(new Error('a', { cause: new Error('b', { cause }) })).kind).toBe('stalled')
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'])('reads %s as unreachable', (code) => {
  const error = Object.assign(new Error('connect'), { code, syscall: 'connect' })

  expect(describeFailure(error)).toMatchObject({ kind: 'unreachable', isRetryable: true })
})

test.each([new Error('private words'), 'private words', undefined])(
  'knows no more about other errors, and quotes none: %s',
  (error) => {
    const failure = describeFailure(error)

    expect(failure).toMatchObject({ kind: 'unknown', isRetryable: false })
    expect(JSON.stringify(failure)).not.toContain('private')
  },
)

test('quotes no answer that it cannot read', () => {
  const error = new JSONParseError({ text: 'private words', cause: new Error('private words') })

  expect(describeFailure(error).detail).toBe('AI_JSONParseError')
})

test('hides what the provider repeats, in its sentence and its code, and then judges', () => {
  const said = http(400, 'Flagged: my api key is invalid', { code: 'my api key' })
  const hide = (words: string) => words.replaceAll('my api key', '…')

  expect(describeWith(said, hide)).toMatchObject({
    kind: 'refused',
    detail: '… Flagged: … is invalid',
  })
  expect(describeFailure(said).kind).toBe('refused')
  expect(describeFailure(http(400, 'my api key is invalid')).kind).toBe('key')
  expect(describeWith(http(400, 'my api key is invalid'), hide).kind).toBe('refused')
})

test.each<[string, Partial<ReturnType<typeof describeFailure>>]>([
  ['x-team header is required', { kind: 'setup', cause: 'header' }],
  ['unknown field stream_options', { kind: 'setup', cause: 'field' }],
  ['tiny does not support tools', { kind: 'setup', cause: 'tools' }],
  ['too large: 6000 tokens per minute', { kind: 'too-long', cause: 'per-minute' }],
])('knows the cause of “%s”', (message, failure) => {
  expect(describeFailure(http(400, message))).toMatchObject(failure)
})

test.each([
  ['{"error":{"message":"Words"}}', 'Words'],
  ['{"error":"Words"}', 'Words'],
  ['{"message":"Words"}', 'Words'],
  ['{"detail":"Words"}', 'Words'],
  ['{"detail":[{"loc":["body","tools"],"msg":"Words"}]}', 'tools: Words'],
  ['[{"error":{"message":"Words"}}]', 'Words'],
  ['"Words"', 'Words'],
  ['Words', 'Words'],
  ['<html><style>p{}</style><script>run()</script><p>Words</p></html>', 'Words'],
])('reads the words of the body %s', (body, words) => {
  expect(readRefusal(body).message).toBe(words)
})

test('reads a sentence up to 2,000 characters', () => {
  const read = (length: number) =>
    readRefusal(JSON.stringify({ error: 'x'.repeat(length) })).message

  expect(read(2_000)).toHaveLength(2_000)
  expect(read(2_001)).toHaveLength(2_000)
})

test('has a sentence for each kind', () => {
  for (const text of Object.values(FAILURE_TEXTS)) expect(text).toMatch(/^[A-Z].{20,}\.$/)
})

const date = new Date('2026-01-01T00:00:00.000Z')

test('doubles the wait from try to try', () => {
  expect([0, 1, 2].map((attempt) => retryDelayMs(attempt, undefined))).toEqual([2000, 4000, 8000])
})

test.each([
  [0, 0],
  [60_000, 60_000],
  [60_001, undefined],
  [Infinity, undefined],
])('waits for a wish of %d ms, if it is no longer than 60 seconds: %s', (wished, expected) => {
  expect(retryDelayMs(0, wished)).toBe(expected)
})

test.each([
  [{}, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '60' }, 60_000],
  [{ 'retry-after': '3600' }, 3_600_000],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': 'never' }, undefined],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:01 GMT' }, 61_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:59 GMT' }, undefined],
  [{ 'retry-after-ms': '60001', 'retry-after': '1' }, 60_001],
])('reads the wish of %j', (headers, expected) => {
  expect(readRetryAfterMs(headers, date)).toBe(expected)
})

test.each<[unknown, Partial<ReturnType<typeof describeFailure>>]>([
  [
    { message: 'x', type: 'overloaded_error' },
    { kind: 'busy', detail: 'overloaded_error x' },
  ],
  [{ message: 'x', code: 'rate_limit_exceeded' }, { kind: 'busy' }],
  [
    { message: 'x', code: 429 },
    { kind: 'busy', status: 429 },
  ],
  [
    { message: 'x', code: '503' },
    { kind: 'down', status: 503 },
  ],
  [
    { message: 'x', code: '99' },
    { kind: 'down', detail: '99 x' },
  ],
  [{ message: ' Overloaded ' }, { kind: 'down', status: 503 }],
  [{ message: 'constructor' }, { kind: 'down' }],
  [{ error: { message: 'x', type: 'y', status: 413 } }, { kind: 'too-long', status: 413 }],
  [{ response: { error: { message: 'x', code: 'insufficient_quota' } } }, { kind: 'credit' }],
  [
    { message: 'private words', type: 'invalid_request_error', code: 400 },
    { kind: 'refused', detail: 'invalid_request_error 400 [quoted]' },
  ],
  ['private words', { kind: 'unknown' }],
  [null, { kind: 'unknown' }],
])('reads %j in the middle of a stream, and hides words that repeat the call', (said, failure) => {
  const hide = (words: string) => words.replace('private words', '[quoted]')
  const known = describeWith(readStreamError(said), hide)

  expect(known).toMatchObject(failure)
  expect(JSON.stringify(known)).not.toContain('private')
})

test('an error in the middle of a stream is that error', () => {
  const error = http(401)

  expect(readStreamError(error)).toBe(error)
})

test.each([0, 1])(
  'a refusal that is so many characters over its limits is read up to them: %i',
  (over) => {
    const [code, message] = ['c'.repeat(CODE_MAX + over), 'm'.repeat(MESSAGE_MAX + over)]
    const shown = `${'c'.repeat(CODE_MAX)} ${'m'.repeat(MESSAGE_MAX)}`
    const body = readRefusal(JSON.stringify({ error: { code, message } }))

    expect(`${body.code} ${body.message}`).toBe(shown)
    expect(describeFailure(readStreamError({ code, message })).detail).toBe(shown)
  },
)

test('a refusal of megabytes is judged at once', { timeout: 10_000 }, () => {
  const words = 'header '.repeat(300_000)

  const ofBody = readRefusal(JSON.stringify({ error: { code: words, message: words } }))
  const ofStream = describeFailure(readStreamError({ code: 400, message: words, type: words }))

  expect(judgeRefusal(400, ofBody)).toEqual({ kind: 'refused' })
  expect(ofStream.kind).toBe('refused')
})
