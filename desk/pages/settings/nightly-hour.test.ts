import { expect, test } from 'vitest'
import { readHour } from './nightly-hour.ts'

test.each([
  [true, 3],
  [false, undefined],
  [undefined, undefined],
  [0, 0],
  ['night', 'night'],
])('nightly %j is shown as hour %j', (nightly, hour) => {
  expect(readHour(nightly)).toBe(hour)
})
