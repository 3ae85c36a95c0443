import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

test('takes out every known secret, wherever it stands', () => {
  const redact = createRedactor(['top.secret*', ''])

  expect(redact('top.secret* and xtop.secret*x')).toBe('[redacted] and x[redacted]x')
})

test.each([
  'sk-abc123def456',
  'sk-proj-abc123def456',
  'Bearer abc123def456',
  'api_key-abc123def456',
  'Basic dXNlcjpwYXNz',
])('takes out what looks like a key: %s', (secret) => {
  expect(createRedactor([])(`Wrong key "${secret}".`)).not.toContain(secret)
})

test('leaves other words alone', () => {
  const text = 'The model gpt-5 is overloaded, status 529, see https://example.com/help.'

  expect(createRedactor(['k3y-value'])(text)).toBe(text)
})
