import { APICallError, JSONParseError } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import {
  createFailure,
  describeFailure,
  FAILURE_TEXTS,
  readStreamError,
  type FailureKind,
} from './provider-failure.ts'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'

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

test('quotes neither the answer that it cannot read nor a refused message', () => {
  const failures = [
    new JSONParseError({ text: 'private words', cause: new Error('private words') }),
    http(400, 'Your message “private words” is not allowed', { code: 'bad_words' }),
  ].map(describeFailure)

  expect(failures.map(({ detail }) => detail)).toEqual(['AI_JSONParseError', 'bad_words'])
})

test('cuts long details at 300 characters', () => {
  expect(describeFailure(http(500, 'x'.repeat(299))).detail).toHaveLength(299)
  expect(describeFailure(http(500, 'x'.repeat(301))).detail).toHaveLength(300)
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
    { kind: 'busy', detail: 'overloaded_error' },
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
    { kind: 'down', detail: '99' },
  ],
  [{ message: ' Overloaded ' }, { kind: 'down', status: 503 }],
  [{ error: { message: 'x', type: 'y', status: 413 } }, { kind: 'too-long', status: 413 }],
  [{ response: { error: { message: 'x', code: 'insufficient_quota' } } }, { kind: 'down' }],
  [{ message: 'private words' }, { kind: 'down', detail: '' }],
  ['private words', { kind: 'unknown' }],
  [null, { kind: 'unknown' }],
])('reads %j in the middle of a stream, and quotes nothing', (said, failure) => {
  const known = describeFailure(readStreamError(said))

  expect(known).toMatchObject(failure)
  expect(JSON.stringify(known)).not.toContain('private')
})

test('an error in the middle of a stream is that error', () => {
  const error = http(401)

  expect(readStreamError(error)).toBe(error)
})
