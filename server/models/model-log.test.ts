import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import {
  createModelLog,
  DETAIL_LIMIT,
  failureName,
  WARNINGS_MAX,
  type ModelLogEntry,
} from './model-log.ts'
import type { ProviderFailure } from './provider-failure.ts'

const secret = new TypeError('key sk-12345678')

test.each<[string, unknown, string]>([
  ['an error', secret, 'TypeError'],
  [
    'our error around one',
    new AlcoveError('unavailable', 'It failed.', { cause: secret }),
    'TypeError',
  ],
  ['our own error', new AlcoveError('unavailable', 'It took too long.'), 'It took too long.'],
  [
    'our own error around one of ours',
    new AlcoveError('unavailable', 'It failed.', {
      cause: new AlcoveError('unavailable', 'The service answered 500.'),
    }),
    'The service answered 500.',
  ],
  ['a text', 'key sk-12345678', 'not an error'],
])('%s is named without its words', (_, error, name) => {
  expect(failureName(error)).toBe(name)
})

const place = {
  baseUrl: 'https://models.example',
  speaks: 'chat completions (/chat/completions)',
  settings: { key: 'A_KEY', address: 'AN_ADDRESS', headers: 'SOME_HEADERS' },
}
const failure: ProviderFailure = {
  kind: 'unreachable',
  isRetryable: true,
  headers: {},
  detail: 'ECONNREFUSED',
}

function createLog() {
  const entries: ModelLogEntry[] = []
  const log = createModelLog({
    name: 'any/model',
    place,
    redact: (text) => text.replaceAll('12345678', '…'),
    log: (entry) => entries.push(entry),
  })
  return { entries, log }
}

test('the end of an answer has the address, and the remedy with the names of settings', () => {
  const { entries, log } = createLog()

  log.retried(failure, 1, 2_000)
  log.failed(failure, 2)

  const address = 'models.example:443'
  const [retry, end] = entries
  expect(retry).toEqual({
    event: 'model_retry',
    model: 'any/model',
    kind: 'unreachable',
    detail: 'ECONNREFUSED',
    address,
    attempts: 1,
    waitMs: 2_000,
  })
  expect(end).toMatchObject({ event: 'model_failed', address, attempts: 2 })
  expect(end?.remedy).toContain('set AN_ADDRESS to an address')
  expect(end?.remedy).toContain('AN_ADDRESS=https://models.example/v1')
})

test('cuts details at their limit, after secrets are redacted', () => {
  const { entries, log } = createLog()
  const lead = 'x'.repeat(DETAIL_LIMIT - 4)

  for (const end of ['abcd', 'abcde', '12345678']) log.failed({ ...failure, detail: lead + end }, 1)

  expect(entries.map(({ detail }) => detail)).toEqual([`${lead}abcd`, `${lead}abcd`, `${lead}…`])
})

test.each([
  [WARNINGS_MAX, WARNINGS_MAX],
  [WARNINGS_MAX + 1, WARNINGS_MAX],
])('of %i different warnings of a model %i are logged, each once', (given, logged) => {
  const { entries, log } = createLog()
  const messages = Array.from({ length: given }, (_, index) => `warning ${index}`)

  for (const message of [...messages, ...messages]) log.warned([{ type: 'other', message }])

  expect(entries.map(({ detail }) => detail)).toEqual(messages.slice(0, logged))
})
