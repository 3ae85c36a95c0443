import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { HOST_SECRET_MIN_BYTES, RULE_CLAIMS_MAX } from './auth-rule-schema.ts'
import { parseConfig } from './parse-config.ts'

const SECRET = 's'.repeat(HOST_SECRET_MIN_BYTES)
const KEYS = { jwks: 'https://x/', issuer: 'https://x/' }
const parse = (auth: unknown) => {
  const source = { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS }
  return parseConfig({ projects: { shop: { auth } } }, source).get('shop')?.auth
}
const claims = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`claim_${n}`, 'x']))

test('a rule of published keys may name other claims instead of an audience', () => {
  const named = claims(RULE_CLAIMS_MAX)

  expect(
    parse([
      { ...KEYS, claims: named },
      { secret: SECRET, claims: { tenant: 'a' } },
    ]),
  ).toEqual([
    { type: 'jwks', url: KEYS.jwks, issuer: KEYS.issuer, claims: named },
    { type: 'secret', secret: SECRET, claims: { tenant: 'a' } },
  ])
})

test.each([
  [{ ...KEYS }, 'auth: expected audience, or claims that tokens of your page have'],
  [{ ...KEYS, claims: {} }, 'auth: expected audience, or claims'],
  [{ jwks: 'https://x/', claims: { a: 'x' } }, 'auth.issuer: is missing; a rule needs'],
  [{ ...KEYS, claims: ['a'] }, 'auth.claims: expected an object'],
  [{ ...KEYS, claims: { sub: 'ada' } }, '"sub" is not a name; expected a claim other than iss'],
  [{ ...KEYS, claims: { '': 'x' } }, '"" is not a name'],
  [{ ...KEYS, claims: { a: 1 } }, 'auth.claims.a: expected a text'],
  [{ ...KEYS, claims: { a: '' } }, 'expected 1 to 255 characters'],
  [{ ...KEYS, claims: { a: 'x'.repeat(256) } }, 'expected 1 to 255 characters'],
  [{ ...KEYS, claims: claims(RULE_CLAIMS_MAX + 1) }, 'auth.claims: expected at most 8 claims'],
])('%j is refused', (rule, message) => {
  expect(() => parse(rule)).toThrow(message)
})

test('http is taken for this machine, so that an issuer can be tried out', () => {
  for (const jwks of ['http://localhost:9000/keys', 'http://127.0.0.1/keys'])
    expect(() => parse({ ...KEYS, audience: 'shop', jwks })).not.toThrow()
  expect(() => parse({ ...KEYS, audience: 'shop', jwks: 'http://localhost.evil.test/' })).toThrow(
    'jwks',
  )
})
