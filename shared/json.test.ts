import { expect, test } from 'vitest'
import { isJsonValue, JSON_DEPTH_LIMIT } from './json.ts'

test.each([[null], [true], [0], ['x'], [[1, [2]]], [{ a: { b: [] } }]])('takes %j', (value) => {
  expect(isJsonValue(value)).toBe(true)
})

test.each([
  ['undefined', undefined],
  ['NaN', NaN],
  ['infinity', Infinity],
  ['a function', () => 1],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['a symbol key', { [Symbol('s')]: 1 }],
  ['undefined inside', { a: undefined }],
  ['a big integer', 1n],
])('refuses %s (5.8, 5.9)', (_, value) => {
  expect(isJsonValue(value)).toBe(false)
})

test('takes the deepest allowed value and refuses one level more (5.7, 9.3)', () => {
  const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)])

  expect(isJsonValue(nest(JSON_DEPTH_LIMIT))).toBe(true)
  expect(isJsonValue(nest(JSON_DEPTH_LIMIT + 1))).toBe(false)
})
