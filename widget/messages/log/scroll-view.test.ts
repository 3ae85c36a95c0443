import { expect, test } from 'vitest'
import { anchorTop } from './scroll-view.ts'

test.each([
  ['holds a turn 12 px under the header', 800, 48, 788],
  ['does not scroll for the first turn', 12, 48, 0],
  ['shows ten lines whole', 800, 240, 788],
  ['shows the last six lines of a longer turn', 800, 241, 800 + 241 - 144 - 12],
])('%s (U07, U08)', (_, turnTop, turnHeight, top) => {
  expect(anchorTop(turnTop, turnHeight, 24)).toBe(top)
})
