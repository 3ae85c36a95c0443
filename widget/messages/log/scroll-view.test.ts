import { expect, test } from 'vitest'
import { ANCHOR_OFFSET_PX, anchorTop, questionTop } from './scroll-view.ts'

test.each([
  ['holds a turn 12 px under the header', 800, 48, 788],
  ['does not scroll for the first turn', 12, 48, 0],
  ['shows ten lines whole', 800, 240, 788],
  ['shows the last six lines of a longer turn', 800, 241, 800 + 241 - 144 - 12],
])('%s (U07, U08)', (_, turnTop, turnHeight, top) => {
  expect(anchorTop(turnTop, turnHeight, 24)).toBe(top)
})

test.each([
  ['leaves a view that has it whole', 100, { top: 200, height: 100 }, 100],
  [
    'shows the end of one that is cut',
    100,
    { top: 300, height: 300 },
    600 + ANCHOR_OFFSET_PX - 400,
  ],
  [
    'begins with one that is higher than the view',
    100,
    { top: 300, height: 900 },
    300 - ANCHOR_OFFSET_PX,
  ],
  ['never moves back to one above', 500, { top: 300, height: 100 }, 500],
])('a question to the person: %s', (_, top, question, expected) => {
  expect(questionTop(top, question, 400)).toBe(expected)
})
