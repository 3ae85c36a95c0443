import { expect, test } from 'vitest'
import {
  BODIES_MAX_BYTES,
  BODIES_PER_ADDRESS_MAX_BYTES,
  BODY_UNCOUNTED_BYTES,
  createBodyBudget,
} from './body-budget.ts'

const FULL = expect.objectContaining({ code: 'unavailable' })

test('an address has its share to the byte, however many bodies it sends', () => {
  const budget = createBodyBudget()
  budget.open('a').grow(BODIES_PER_ADDRESS_MAX_BYTES - 100_000)
  const last = budget.open('a')

  last.grow(100_000)
  expect(() => last.grow(100_001)).toThrow(FULL)
  expect(() => budget.open('b').grow(100_001)).not.toThrow()
})

test('all addresses together have the budget to the byte', () => {
  const budget = createBodyBudget()
  budget.open('a').grow(BODIES_PER_ADDRESS_MAX_BYTES)
  const last = budget.open('b')

  last.grow(BODIES_MAX_BYTES - BODIES_PER_ADDRESS_MAX_BYTES - 100_000)
  budget.open('c').grow(100_000)
  expect(budget.used()).toBe(BODIES_MAX_BYTES)
  expect(() => last.grow(BODIES_MAX_BYTES - BODIES_PER_ADDRESS_MAX_BYTES - 99_999)).toThrow(FULL)
})

test('64 KiB fit into a full budget and one byte more does not', () => {
  const budget = createBodyBudget()
  budget.open('a').grow(BODIES_PER_ADDRESS_MAX_BYTES)

  expect(() => budget.open('a').grow(BODY_UNCOUNTED_BYTES)).not.toThrow()
  expect(() => budget.open('a').grow(BODY_UNCOUNTED_BYTES + 1)).toThrow(FULL)
})

test('what is done with gives its room back, once', () => {
  const budget = createBodyBudget()
  const first = budget.open('a')
  first.grow(BODIES_PER_ADDRESS_MAX_BYTES)
  const other = budget.open('b')
  other.grow(70_000)

  first.close()
  first.close()

  expect(budget.used()).toBe(70_000)
  expect(() => budget.open('a').grow(BODIES_PER_ADDRESS_MAX_BYTES)).not.toThrow()
})
