import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { AlcoveError } from '../errors.ts'
import {
  plainJsonText,
  describeThrown,
  THROWN_LIMIT_CHARACTERS,
  nearestJson,
} from './plain-json.ts'

/** The `toJSON` of Prototype 1.6, and of a page that goes further. */
function teach() {
  const toJSON = () => 'taught'
  for (const { prototype } of [Object, Array]) {
    Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true })
  }
  vi.spyOn(Date.prototype, 'toJSON').mockImplementation(toJSON)
}

/** Before any comparison: a failure is written as JSON too. */
function unteach() {
  vi.restoreAllMocks()
  for (const { prototype } of [Object, Array]) Reflect.deleteProperty(prototype, 'toJSON')
}

class Price {
  readonly cents = [1]
}
class Money {
  readonly toJSON = () => ({ euros: [2] })
}
const VALUES: readonly unknown[] = [
  { list: [1, [2], { a: ['b'] }], none: undefined, nothing: null },
  [new Date(0), new Date(Number.NaN), undefined, () => 1, Number.NaN],
  { price: new Price(), money: new Money(), map: new Map([[1, 2]]) },
  new Date(0),
  'text',
  undefined,
]

test('values are written as on a page that nobody changed', () => {
  const expected = VALUES.map((value) => JSON.stringify(value))
  expect(VALUES.map(plainJsonText)).toEqual(expected)

  teach()
  const natively = JSON.stringify(VALUES)
  const written = VALUES.map(plainJsonText)
  unteach()

  expect(natively).toBe('"taught"')
  expect(written).toEqual(expected)
})

test('whatever JSON can say is written as ever', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(plainJsonText(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('what JSON cannot write throws as ever', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle

  expect(() => plainJsonText(circle)).toThrow(TypeError)
  expect(() => plainJsonText(1n)).toThrow(TypeError)
})

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
