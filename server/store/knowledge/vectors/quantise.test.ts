import { expect, test } from 'vitest'
import { centreOf, cosine, quantise, toBytes, toUnit } from './quantise.ts'

test.each([[[0, 0, 0]], [[NaN, 1]], [[Infinity, 1]], [[-Infinity]], [[]]])(
  'a vector without direction is none: %j',
  (vector) => {
    expect(toUnit(vector)).toBeUndefined()
  },
)

test.each([[[3, 4]], [[3e300, 4e300]], [[3e-300, 4e-300]]])(
  'a vector gets length 1, whatever its numbers: %j',
  (vector) => {
    const unit = toUnit(vector)!
    expect(unit[0]).toBeCloseTo(0.6)
    expect(unit[1]).toBeCloseTo(0.8)
  },
)

test('bits tell the side of the centre, and bytes nearly the numbers', () => {
  const unit = toUnit([1, -2, 3, 4])!
  const { bits, values } = quantise(unit, [0.5, -1, 0, 0])
  expect(bits).toBe('0111')
  expect([...toBytes(values)]).toEqual([32, -63, 95, 127])
  expect(cosine(toBytes(values), toBytes(quantise(unit, []).values))).toBeCloseTo(1)
  const opposite = quantise(
    unit.map((each) => -each),
    [],
  )
  expect(cosine(toBytes(values), toBytes(opposite.values))).toBeCloseTo(-1)
})

test('the centre is the mean', () => {
  expect(
    centreOf([
      [1, 0],
      [0, 0.5],
    ]),
  ).toEqual([0.5, 0.25])
})
