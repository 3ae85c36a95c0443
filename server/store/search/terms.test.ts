import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'
import { termsOfRun, TERM_MAX_CHARACTERS, textTerms, TEXT_TERMS_MAX_BYTES } from './terms.ts'

test.each([
  ['One, two; THREE two.', ['one', 'two', 'three']],
  ['don’t e-mail a_b@c.de', ['don', 't', 'e', 'mail', 'a', 'b', 'c', 'de']],
  ['order 1042, v2', ['order', '1042', 'v2']],
  ['東京都', ['東京', '京都', '都']],
  ['東京、tower', ['東京', '京', 'tower']],
  ['한국어', ['한국', '국어', '어']],
  ['الكتاب والبيت', ['الكتاب', 'كتاب', 'والبيت', 'بيت']],
  ['"\'\\ -- () * : & | !', []],
  ['', []],
])('of %j the index keeps %j', (text, terms) => {
  expect([...textTerms(text)]).toEqual(terms)
})

test('one character of a run is looked for as a beginning, more of them as pairs', () => {
  expect(termsOfRun('京')).toEqual([{ text: '京', isPrefix: true }])
  expect(termsOfRun('東京都').map(({ text }) => text)).toEqual(['東京', '京都'])
  expect(termsOfRun('東京都').some(({ isPrefix }) => isPrefix)).toBe(false)
})

test('characters outside of the first plane are whole', () => {
  expect([...textTerms('𠮷野家')]).toEqual(['𠮷野', '野家', '家'])
})

test.each([
  [TERM_MAX_CHARACTERS, TERM_MAX_CHARACTERS],
  [TERM_MAX_CHARACTERS + 1, TERM_MAX_CHARACTERS],
])('of a word of %i characters %i are kept', (length, kept) => {
  expect([...textTerms('a'.repeat(length))]).toEqual(['a'.repeat(kept)])
})

test('terms of a text have an end, which the last one that fits may reach', () => {
  const size = 8
  const count = TEXT_TERMS_MAX_BYTES / size
  const words = Array.from({ length: count }, (_, n) => n.toString(36).padStart(size, '0'))

  expect(textTerms(words.join(' ')).size).toBe(count)
  expect(textTerms([...words, 'more'].join(' ')).size).toBe(count)
  expect(textTerms(['more', ...words].join(' ')).size).toBe(count)
})

test('a piece says where it stands', () => {
  const text = '— Été, 東京!'

  const pieces = [...splitWords(text)]

  expect(pieces).toEqual([
    { kind: 'word', raw: 'Été', index: 2, folded: 'ete' },
    { kind: 'run', raw: '東京', index: 7, folded: '東京' },
  ])
})
