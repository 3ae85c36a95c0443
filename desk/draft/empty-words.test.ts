import { expect, test } from 'vitest'
import { emptyWords } from './empty-words.ts'

const settings = {
  writtenAnswers: [
    {
      name: 'Gifts',
      questions: [],
      text: ' ',
      links: [{ title: '', url: 'https://shop.example' }],
    },
  ],
  hosts: ['', 'https://shop.example'],
}

test.each([
  ['writtenAnswers.0.text', 'empty.answer'],
  ['writtenAnswers.0.questions', 'empty.questions'],
  ['writtenAnswers.0.links.0.title', 'empty.linkTitle'],
  ['hosts.0', 'empty.any'],
  ['writtenAnswers.0.name', undefined],
  ['writtenAnswers.0.links.0.url', undefined],
  ['hosts.1', undefined],
  ['writtenAnswers.1.name', undefined],
  ['writtenAnswers.0.name.length', undefined],
])('words about %s: %s', (path, words) => {
  expect(emptyWords(settings, path.split('.'))).toBe(words)
})
