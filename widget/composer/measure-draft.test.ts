import { expect, test } from 'vitest'
import { measureDraft } from './measure-draft.ts'

test.each([
  [0, { type: 'short' }],
  [28_799, { type: 'short' }],
  [28_800, { type: 'near', count: 28_800, limit: 32_000 }],
  [32_000, { type: 'near', count: 32_000, limit: 32_000 }],
  [32_001, { type: 'over', count: 32_001, excess: 1 }],
])('a draft of %i characters (U85)', (length, expected) => {
  expect(measureDraft('x'.repeat(length), 32_000)).toEqual(expected)
})
