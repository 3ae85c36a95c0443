import { expect, test } from 'vitest'
import { countAnsweredSince } from './answered-since.ts'

const asked = (day: number, isUnanswered = false) => ({
  at: `2026-11-0${day}T10:00:00.000Z`,
  isUnanswered,
})

test.each([
  ['all were answered', [asked(1), asked(2)], null],
  ['the newest has no answer', [asked(1), asked(3, true), asked(2)], 0],
  [
    'two came after the newest without one',
    [asked(5), asked(1, true), asked(4), asked(3, true)],
    2,
  ],
])('%s', (_, questions, count) => {
  expect(countAnsweredSince(questions)).toBe(count)
})
