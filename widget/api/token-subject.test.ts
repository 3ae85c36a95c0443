// @vitest-environment node
import { expect, test } from 'vitest'
import { readTokenSubject } from './token-subject.ts'

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`

test.each([
  [tokenOf({ sub: 'ada' }), 'ada'],
  [tokenOf({ sub: '' }), null],
  [tokenOf({ sub: 7 }), null],
  [tokenOf({}), null],
  ['no token', null],
  ['', null],
])('%j is about %j', (token, subject) => {
  expect(readTokenSubject(token)).toBe(subject)
})
