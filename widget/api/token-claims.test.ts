// @vitest-environment node
import { expect, test } from 'vitest'
import { fakeToken } from './fake-tokens.test-support.ts'
import { readTokenClaims } from './token-claims.ts'

test('reads when a token ends and when it was issued', () => {
  expect(readTokenClaims(fakeToken({ exp: 20, iat: 10 }))).toEqual({ exp: 20, iat: 10 })
  expect(readTokenClaims(fakeToken({ exp: 20 }))).toEqual({ exp: 20 })
})

test('reads a payload with characters that base64url writes differently', () => {
  const payload = Buffer.from('{"exp":7,"name":"ÿÿ>>??"}').toString('base64url')

  expect(readTokenClaims(`e30.${payload}.x`)).toEqual({ exp: 7 })
})

test.each([
  '',
  'one',
  'a.b',
  'a.%%%.c',
  `a.${btoa('[]')}.c`,
  `a.${btoa('null')}.c`,
  fakeToken({}),
  fakeToken({ exp: '20' }),
  fakeToken({ exp: null }),
])('says that the end of %j is not known', (token) => {
  expect(() => readTokenClaims(token)).toThrow(
    expect.objectContaining({
      code: 'token_malformed',
      message: 'Unable to determine the token expiry',
    }),
  )
})
