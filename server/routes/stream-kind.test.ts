import { expect, test } from 'vitest'
import { readStreamKind } from './stream-kind.ts'

test.each([
  [undefined, 'text'],
  ['', 'text'],
  ['*/*', 'text'],
  ['text/plain', 'text'],
  ['Text/Plain; charset=utf-8', 'text'],
  ['text/event-stream', 'events'],
  ['text/event-stream, text/plain', 'events'],
  ['application/json, text/plain, */*', 'text'],
])('Accept: %s reads %s', (accept, kind) => {
  expect(readStreamKind(accept)).toBe(kind)
})

test.each(['application/json', 'text/html', 'nonsense'])('Accept: %s is refused', (accept) => {
  expect(() => readStreamKind(accept)).toThrow('Accept: expected text/plain or text/event-stream.')
})
