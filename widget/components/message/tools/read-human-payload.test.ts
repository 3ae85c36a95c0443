import { expect, test } from 'vitest'
import { readHumanPayload } from './read-human-payload.ts'

const NOTHING = { message: '', choices: [], placeholder: '', rest: undefined }

test.each([
  ['a sentence', 'Which one?', { message: 'Which one?' }],
  [
    'a question with choices',
    { message: 'Which one?', choices: ['A', 'B', 'A', '', 3] },
    { message: 'Which one?', choices: ['A', 'B'] },
  ],
  ['a hint for the field', { placeholder: 'Name' }, { placeholder: 'Name' }],
  ['fields of a wrong kind', { message: 3, choices: 'A' }, {}],
  ['another object', { a: 1 }, { rest: { a: 1 } }],
  ['a list', [1, 2], { rest: [1, 2] }],
  ['nothing', null, { rest: null }],
])('reads %s', (_, payload, question) => {
  expect(readHumanPayload(payload)).toEqual({ ...NOTHING, ...question })
})
