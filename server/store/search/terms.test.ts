import { expect, test } from 'vitest'
import { splitWords } from './words.ts'
import {
  INDEXED_CHARACTERS,
  readQuery,
  SEARCH_TERMS_MAX,
  SEARCH_WORDS_MAX,
  TERM_MAX_CHARACTERS,
  termsOfRun,
  TEXT_TERMS_MAX_BYTES,
  textTerms,
  UNREAD_TERM,
} from './terms.ts'

test.each([
  ['One, two; THREE two.', ['one', 'two', 'three']],
  ['don’t e-mail a_b@c.de', ['don', 't', 'e', 'mail', 'a', 'b', 'c', 'de']],
  ['order 1042, v2', ['order', '1042', 'v2']],
  ['東京都', ['東京', '京都', '都']],
  ['東京、tower', ['東京', '京', 'tower']],
  ['한국어', ['한국', '국어', '어']],
  ['الكتاب والبيت', ['الكتاب', 'كتاب', 'والبيت', 'بيت']],
  ['Rück\u00adsende', ['rucksende', 'sende']],
  ['ភា\u200bសា', ['ភា', 'ាស', 'សា', 'ា']],
  ['\u200b \u00ad', []],
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

/** Words of 16 bytes each, all different. */
const words = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    [...n.toString(4).padStart(8, '0')].map((digit) => 'абвг'.charAt(Number(digit))).join(''),
  )

test.each([
  [TEXT_TERMS_MAX_BYTES / 16, false],
  [TEXT_TERMS_MAX_BYTES / 16 + 1, true],
])('of a text of %i different words it is said that there are more: %s', (count, isUnread) => {
  const text = words(count).join(' ')
  expect(text.length).toBeLessThan(INDEXED_CHARACTERS)

  const terms = textTerms(text)

  expect(terms.has(UNREAD_TERM)).toBe(isUnread)
  expect(terms.size).toBe(TEXT_TERMS_MAX_BYTES / 16 + (isUnread ? 1 : 0))
})

test.each([
  [INDEXED_CHARACTERS, ['a']],
  [INDEXED_CHARACTERS + 1, ['a', UNREAD_TERM]],
])('of a text of %i characters the index keeps %j', (length, terms) => {
  expect([...textTerms('a '.repeat(length).slice(0, length))]).toEqual(terms)
})

test('a piece says where it stands', () => {
  const text = '— Été, 東京!'

  const pieces = [...splitWords(text)]

  expect(pieces).toEqual([
    { kind: 'word', raw: 'Été', index: 2, folded: 'ete' },
    { kind: 'run', raw: '東京', index: 7, folded: '東京' },
  ])
})

test('a query is words and parts of runs, and signs mean nothing', () => {
  const query = readQuery('"Invoice" AND (東京 OR -paid*)')

  expect(query?.words).toEqual(['invoice', 'and', 'or', 'paid'])
  expect(query?.runs).toEqual(['東京'])
})

test.each(['', ' ', '"', '* : ()', '…'])('%j looks for nothing', (text) => {
  expect(readQuery(text)).toBeUndefined()
})

test('unseen characters are not looked for, and halves around a joiner are, each by itself', () => {
  expect(readQuery('Rück\u00adsende\ufeff\u200b')?.words).toEqual(['rucksende'])
  expect(readQuery('ភា\u200bសា')?.runs).toEqual(['ភាសា'])
  expect(readQuery('می\u200cخواهم')?.words).toEqual(['مي', 'خواهم'])
})

test('a word is not looked for twice, nor the beginning of another', () => {
  expect(readQuery('order in INVOICE Order inv')?.words).toEqual(['order', 'invoice'])
})

test.each([
  [SEARCH_WORDS_MAX, SEARCH_WORDS_MAX],
  [SEARCH_WORDS_MAX + 1, SEARCH_WORDS_MAX],
])('of %i words %i count', (count, counted) => {
  const words = Array.from({ length: count }, (_, n) => `w${String.fromCodePoint(97 + n)}`)

  expect(readQuery(words.join(' '))?.words).toEqual(words.slice(0, counted))
})

test.each([
  [SEARCH_TERMS_MAX, SEARCH_TERMS_MAX],
  [SEARCH_TERMS_MAX + 1, SEARCH_TERMS_MAX],
])('of %i words an index is asked for the %i longest', (count, asked) => {
  const words = Array.from({ length: count }, (_, n) => String.fromCodePoint(97 + n).repeat(n + 1))

  const terms = readQuery(words.join(' '))?.terms.map(({ text }) => text)

  expect(terms).toEqual(words.toReversed().slice(0, asked))
})
