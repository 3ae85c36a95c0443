import { expect, test } from 'vitest'
import { readQuery, SEARCH_TERMS_MAX, SEARCH_WORDS_MAX } from './terms.ts'

test('a query is words and parts of runs, and signs mean nothing', () => {
  const query = readQuery('"Invoice" AND (東京 OR -paid*)')

  expect(query?.words).toEqual(['invoice', 'and', 'or', 'paid'])
  expect(query?.runs).toEqual(['東京'])
})

test.each(['', ' ', '"', '* : ()', '…'])('%j looks for nothing', (text) => {
  expect(readQuery(text)).toBeUndefined()
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
