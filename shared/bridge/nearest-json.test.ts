import { expect, test } from 'vitest'
import { AlcoveError } from '../errors.ts'
import { describeThrown, THROWN_LIMIT_CHARACTERS } from './describe-thrown.ts'
import { nearestJson } from './nearest-json.ts'

test.each([[null], [''], [0], [false], [{ a: [1, 'x'] }]])('%j is JSON as it is', (value) => {
  const { json, isExact } = nearestJson(value)

  expect(json).toBe(value)
  expect(isExact).toBe(true)
})

test.each<[unknown, unknown]>([
  [{ a: undefined, b: Number.NaN }, { b: null }],
  [new Map([[1, 2]]), {}],
  [undefined, 'undefined'],
  [Symbol('s'), 'Symbol(s)'],
  [7n, '7'],
  [{ toJSON: () => 'own' }, 'own'],
  [Object.assign(Object.create(null), { big: 1n }), 'object'],
])('%o becomes what JSON can say of it', (value, json) => {
  expect(nearestJson(value)).toEqual({ json, isExact: false })
})

test('what is thrown becomes a text with an end', () => {
  expect(describeThrown(new RangeError('Far'))).toBe('RangeError: Far')
  expect(describeThrown(new AlcoveError('conflict', 'Ours'))).toBe('Ours')
  expect(describeThrown('text')).toBe('text')
  expect(describeThrown(undefined)).toBe('undefined')
  expect(describeThrown(Object.create(null))).toBe('Error')
  expect(describeThrown('x'.repeat(THROWN_LIMIT_CHARACTERS))).toHaveLength(8_192)
  expect(describeThrown('x'.repeat(THROWN_LIMIT_CHARACTERS + 1))).toHaveLength(8_192)
})
