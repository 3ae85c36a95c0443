import { expect, test } from 'vitest'
import { chanceFloor, SPREAD_LEAST } from './chance-floor.ts'

/** Similarities around a middle, as far as the others of a normal distribution. */
const around = (middle: number, spread: number) =>
  [-1.5, -1, -0.67, -0.3, 0, 0.3, 0.67, 1, 1.5].map((each) => middle + each * spread)

test.each([
  ['a model of low similarities', 0.1, 0.05],
  ['a model to which all texts are alike', 0.8, 0.03],
])('%s has its own floor', (_, middle, spread) => {
  const floor = chanceFloor(around(middle, spread), 1_000)
  expect(floor).toBeGreaterThan(middle + 4 * spread)
  expect(floor).toBeLessThan(middle + 6 * spread)
})

test('related texts in the sample do not raise it', () => {
  const unrelated = around(0.1, 0.05)
  const floor = chanceFloor([...unrelated, 0.7, 0.8], 1_000)
  expect(floor).toBeLessThan(0.6)
  expect(floor - chanceFloor(unrelated, 1_000)).toBeLessThan(0.15)
})

test('it grows with the number of texts', () => {
  const sample = around(0.1, 0.05)
  expect(chanceFloor(sample, 100_000)).toBeGreaterThan(chanceFloor(sample, 100))
})

test('texts that are all the same leave a distance', () => {
  expect(chanceFloor([0.5, 0.5, 0.5], 1)).toBeCloseTo(0.5 + SPREAD_LEAST)
  expect(chanceFloor([], 0)).toBeCloseTo(SPREAD_LEAST)
})
