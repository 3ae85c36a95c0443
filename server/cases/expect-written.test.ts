import { expect, test } from 'vitest'
import * as v from 'valibot'
import { caseBody } from '../../shared/desk/cases.ts'
import { expectWritten } from './expect-written.ts'

const asked = (text: string) =>
  v.parse(caseBody, {
    name: 'Gifts',
    turns: [{ role: 'user', text }],
    expects: { sources: ['Help'], unanswered: false },
  })
const settings = {
  writtenAnswers: [
    { name: 'Hours', questions: ['When do you open?'], text: 'At nine.' },
    {
      name: 'Gifts',
      questions: ['Do you wrap gifts?'],
      text: 'We [wrap every gift](https://shop.example/wrap). It costs two euros.',
    },
  ],
}

test('a question with a written answer expects its first sentence, and its name as a source', () => {
  expect(expectWritten(asked('do you  wrap gifts?'), settings).expects).toMatchObject({
    facts: ['We wrap every gift.'],
    sources: ['Help', 'Gifts'],
    unanswered: false,
  })
})

test('a question without a written answer expects what it did', () => {
  const other = asked('Do you wrap books?')
  for (const each of [settings, {}, { writtenAnswers: [{ name: 'Half' }] }]) {
    expect(expectWritten(other, each)).toBe(other)
  }
})
