import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/any-character.test-support.ts'
import { foldWord } from './words.ts'

test.each([
  ['Invoice', 'invoice'],
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁle', 'file'],
  ['ＡＢＣ', 'abc'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['كِتَابٌ', 'كتاب'],
  ['كـتـاب', 'كتاب'],
  ['أهلا', 'اهلا'],
  ['مكتبة', 'مكتبه'],
  ['שָׁלוֹם', 'שלום'],
  ['쯰\u200b\u11a8', '쯱'],
])('%s is compared as %s', (word, folded) => {
  expect(foldWord(word)).toBe(folded)
})

test('words that differ in more than case, accents and widths stay apart', () => {
  const words = ['order', 'ordre', 'o1der', 'ガ', 'カ', '東', '京', 'हिन्दी', 'हिनदी']

  expect(new Set(words.map(foldWord)).size).toBe(words.length)
})

test('whatever comes, letters, digits and marks are left, and folding them again changes nothing', () => {
  const anything = fc.string({ unit: anyCharacter })
  fc.assert(
    fc.property(anything, (text) => {
      const folded = foldWord(text)
      expect(folded).toMatch(/^[\p{L}\p{N}\p{M}]*$/u)
      expect(foldWord(folded)).toBe(folded)
    }),
  )
})
