import { expect, test } from 'vitest'
import { HEADERS_MAX, isHeaders, parseHeaders, secretHeaders } from './request-headers.ts'

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'y']))

test.each<[string, unknown, boolean]>([
  ['none', {}, true],
  [`${HEADERS_MAX}`, many(HEADERS_MAX), true],
  [`${HEADERS_MAX + 1}`, many(HEADERS_MAX + 1), false],
  ['a name of 128 characters', { ['x'.repeat(128)]: 'y' }, true],
  ['a name of 129 characters', { ['x'.repeat(129)]: 'y' }, false],
  ['a value of 4,096 characters', { x: 'y'.repeat(4_096) }, true],
  ['a value of 4,097 characters', { x: 'y'.repeat(4_097) }, false],
  ['a value of two lines', { x: 'a\nb' }, false],
  ['a header of the request itself', { 'Content-Type': 'text/plain' }, false],
  ['a list', ['x'], false],
])('headers: %s', (_, value, isTaken) => {
  expect(isHeaders(value)).toBe(isTaken)
})

test('reads headers of a setting, and nothing else', () => {
  expect(parseHeaders('{"x-team":"shop"}')).toEqual({ 'x-team': 'shop' })
  expect(parseHeaders('x-team: shop')).toBeUndefined()
  expect(parseHeaders('[1]')).toBeUndefined()
})

test('takes values for secrets, except plain words of headers that name none', () => {
  const secrets = secretHeaders({
    'x-portkey-provider': 'openai',
    'x-portkey-api-key': 'plain',
    'x-portkey-config': 'pc-12ab',
    authorization: 'Bearer abc',
  })

  expect(secrets).toEqual(['plain', 'pc-12ab', 'Bearer abc'])
})
