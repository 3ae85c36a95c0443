import { expect, test } from 'vitest'
import { readTokenClaims, readTokenOwner, createTokenCache, TOKEN_MARGIN_MS } from './auth.ts'
import { fakeToken, tokenFor } from './fake-tokens.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'

test('reads when a token ends and when it was issued (3.51, 5.2)', () => {
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
])('says that the end of %j is not known (5.3, 5.4, B08)', (token) => {
  expect(() => readTokenClaims(token)).toThrow(
    expect.objectContaining({
      code: 'token_malformed',
      message: 'Unable to determine the token expiry',
    }),
  )
})

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`

test.each([
  [tokenOf({ sub: 'ada' }), 'ada'],
  [tokenOf({ sub: 'ada', workspace_id: 'ada' }), 'ada'],
  [tokenOf({ sub: 'ada', workspace_id: 'sales' }), 'ada\nsales'],
  [tokenOf({ sub: '' }), null],
  [tokenOf({ sub: 7 }), null],
  [tokenOf({}), null],
  ['no token', null],
  ['', null],
])('%j names %j', (token, owner) => {
  expect(readTokenOwner(token)).toBe(owner)
})

test.each(['just-issued', 'of-any-age'] as const)(
  'uses a token (%s) while more than 30 s remain (4.54, 9.1)',
  async (age) => {
    const clock = createManualClock()
    const cache = createTokenCache(clock)
    const token = tokenFor(clock.now(), 900_000)
    cache.keep(token, age)

    await clock.advance(900_000 - TOKEN_MARGIN_MS - 1)
    expect(cache.usable()).toBe(token)

    await clock.advance(1)
    expect(cache.usable()).toBeNull()
    expect(cache.last()).toBe(token)
  },
)

test('counts the life of a token just issued by itself, whatever the computer says the time is (R16)', () => {
  const clock = createManualClock()
  const cache = createTokenCache(clock)
  cache.keep(tokenFor(clock.now() - 7_200_000), 'just-issued')
  expect(cache.usable()).not.toBeNull()

  clock.jump(3_600_000)
  expect(cache.usable()).not.toBeNull()
})

test('trusts only the end of a token of any age', () => {
  const clock = createManualClock()
  const cache = createTokenCache(clock)

  cache.keep(tokenFor(clock.now() - 7_200_000), 'of-any-age')

  expect(cache.usable()).toBeNull()
})

test('counts by the end when a token does not say when it was issued', () => {
  const clock = createManualClock()
  const cache = createTokenCache(clock)

  cache.keep(fakeToken({ exp: clock.now() / 1000 + 31 }), 'just-issued')

  expect(cache.usable()).not.toBeNull()
})

test('expires the refused token and no newer one', () => {
  const clock = createManualClock()
  const cache = createTokenCache(clock)
  const old = tokenFor(clock.now())
  const fresh = tokenFor(clock.now())
  cache.keep(old, 'just-issued')
  cache.keep(fresh, 'just-issued')

  cache.expire(old)
  expect(cache.usable()).toBe(fresh)

  cache.expire(fresh)
  expect(cache.usable()).toBeNull()
})
