import { expect, test } from 'vitest'
import { readHumanPayload } from './human-card.tsx'

const NOTHING = { message: '', choices: [], placeholder: '', fields: [] }

test.each([
  ['a sentence', 'Which one?', { message: 'Which one?' }],
  [
    'a message with choices',
    { message: 'Which one?', choices: ['A', 'B', 'A', '', null, { a: 1 }] },
    { message: 'Which one?', choices: ['A', 'B'] },
  ],
  [
    'a question with options',
    { question: 'How many?', options: [1, 2, '3'] },
    { message: 'How many?', choices: ['1', '2', '3'] },
  ],
  ['a question without options', { question: 'Your name?' }, { message: 'Your name?' }],
  ['options alone', { options: ['A'], choices: [] }, { choices: ['A'] }],
  ['a hint for the field', { placeholder: 'Name' }, { placeholder: 'Name' }],
  [
    'fields of a wrong kind',
    { message: 3, choices: 'A' },
    { fields: [name('message', '3'), name('choices', 'A')] },
  ],
  ['another object', { order: 'A1' }, { fields: [name('order', 'A1')] }],
  ['a list', [1, 2], { message: '1, 2' }],
  ['a list of objects', [{ order: 'A1' }], { fields: [name('1 order', 'A1')] }],
  ['a number', 3, { message: '3' }],
  ['nothing', null, {}],
])('reads %s', (_, payload, question) => {
  expect(readHumanPayload(payload)).toEqual({ ...NOTHING, ...question })
})

function name(given: string, text: string) {
  return { name: given, text }
}
