// @vitest-environment node
import { expect, test } from 'vitest'
import { encodeQuery } from './query.ts'

test.each([
  [{}, ''],
  [{ a: false, b: undefined }, ''],
  [{ is_archived: true }, '?is_archived=true'],
  [{ limit: 0, after: '', format: 'aui/v0' }, '?limit=0&after=&format=aui%2Fv0'],
])('writes %j as %j', (values, text) => {
  expect(encodeQuery(values)).toBe(text)
})
