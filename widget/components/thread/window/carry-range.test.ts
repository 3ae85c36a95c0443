import { expect, test } from 'vitest'
import { carryRange, FIRST_DRAWN, firstRange, FOLDED_FROM } from './carry-range.ts'

const list = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test('a thread is folded from one message on above the limit', () => {
  expect(firstRange(FOLDED_FROM)).toEqual({ start: 0, end: FOLDED_FROM })
  expect(firstRange(FOLDED_FROM + 1)).toEqual({
    start: FOLDED_FROM + 1 - FIRST_DRAWN,
    end: FOLDED_FROM + 1,
  })
})

test('the drawn messages stay drawn when older ones come in front', () => {
  const before = list(200)
  const after = [...list(200, 'o'), ...before]

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 388, end: 400 })
  expect(carryRange(before, { start: 20, end: 40 }, after)).toEqual({ start: 220, end: 240 })
})

test('a new turn at the end is drawn when the end was', () => {
  const before = list(200)
  const after = [...before, 'q', 'a']

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 188, end: 202 })
  expect(carryRange(before, { start: 20, end: 40 }, after)).toEqual({ start: 20, end: 40 })
})

test('a branch keeps what both paths have and draws its own end', () => {
  const before = list(200)
  const after = [...before.slice(0, 198), 'x', 'y']

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 188, end: 200 })
})

test('a path that shares nothing begins at its end', () => {
  expect(carryRange(list(200), { start: 20, end: 40 }, list(100, 'n'))).toEqual(firstRange(100))
})

test('a thread that becomes short is drawn whole', () => {
  expect(carryRange(list(200), { start: 188, end: 200 }, list(FOLDED_FROM))).toEqual({
    start: 0,
    end: FOLDED_FROM,
  })
})
