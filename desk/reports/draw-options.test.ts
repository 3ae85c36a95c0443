import { expect, test } from 'vitest'
import { marksTo } from './draw-options.ts'

test.each([
  [0.55, [0, 0.2, 0.4, 0.6]],
  [2.15, [0, 1, 2, 3]],
  [0.0031, [0, 0.001, 0.002, 0.003, 0.004]],
  [3, [0, 1, 2, 3]],
  [1, [0, 1]],
  [286, [0, 100, 200, 300]],
  [2_415, [0, 1_000, 2_000, 3_000]],
  [400, [0, 100, 200, 300, 400]],
  [0, [0, 0.5, 1]],
])('marks of a chart whose largest bar is %d end above it', (max, marks) => {
  expect(marksTo(max)).toEqual(marks)
  // The chart asks again with its own end, which then stays.
  expect(marksTo(marks.at(-1)!).at(-1)).toBe(marks.at(-1))
})
