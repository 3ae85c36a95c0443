import { expect, test } from 'vitest'
import { problemsAt } from './problems.ts'

const LOOK = { path: ['look'], message: 'theme.accent: expected #rrggbb' }
const ANSWER = { path: ['writtenAnswers', '3', 'text'], message: 'expected a text' }

test('a problem stands at its value and at all that holds it', () => {
  expect(problemsAt([ANSWER], ['writtenAnswers', '3'])).toEqual([ANSWER])
  expect(problemsAt([ANSWER], ['writtenAnswers', '3', 'text'])).toEqual([ANSWER])
  expect(problemsAt([ANSWER], ['writtenAnswers', '3', 'name'])).toEqual([])
  expect(problemsAt([ANSWER], ['writtenAnswers', '3', 'text', '0'])).toEqual([])
})

test('a problem of the look stands at the option that its sentence names', () => {
  expect(problemsAt([LOOK], ['look', 'theme', 'accent'])).toEqual([
    { path: ['look', 'theme', 'accent'], message: 'expected #rrggbb' },
  ])
  expect(problemsAt([LOOK], ['look', 'name'])).toEqual([])
})
