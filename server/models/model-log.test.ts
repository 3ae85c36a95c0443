import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createModelLog, failureName, WARNINGS_MAX } from './model-log.ts'

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

test.each([
  [WARNINGS_MAX, WARNINGS_MAX],
  [WARNINGS_MAX + 1, WARNINGS_MAX],
])('of %i different warnings of a model %i are logged, each once', (given, logged) => {
  const lines: string[] = []
  const log = createModelLog({
    name: 'm',
    redact: (text) => text,
    log: ({ detail }) => lines.push(detail),
  })
  const messages = Array.from({ length: given }, (_, index) => `warning ${index}`)

  for (const message of [...messages, ...messages]) log.warned([{ type: 'other', message }])

  expect(lines).toEqual(messages.slice(0, logged))
})
