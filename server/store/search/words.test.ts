import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/any-character.test-support.ts'
import { foldWord, splitWords, wordForms } from './words.ts'

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
  ['ışık', 'isik'],
  ['IŞIK', 'isik'],
  ['Đường', 'duong'],
  ['Łódź', 'lodz'],
  ['Ærøskøbing', 'aeroskobing'],
  ['GROẞE', 'grosse'],
  ['œuvre', 'oeuvre'],
  ['Þór', 'thor'],
  ['Guðrún', 'gudrun'],
  ['Ħamrun', 'hamrun'],
  ['Əli', 'eli'],
  ['Rücksende\u00adkosten', 'rucksendekosten'],
  ['ភាសា\u200bខ្មែរ', 'ភាសាខ្មែរ'],
  ['in\u2060voice\ufeff', 'invoice'],
  ['葛\u{e0100}城', '葛城'],
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

const UNSEEN = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\ufeff']

test.each(UNSEEN)('%j cuts neither a word nor a run, and belongs to what is before it', (sign) => {
  const pieces = [...splitWords(`in${sign}voice ភា${sign}សា${sign}abc`)]

  expect(pieces.map(({ kind, folded }) => [kind, folded])).toEqual([
    ['word', 'invoice'],
    ['run', 'ភាសា'],
    ['word', 'abc'],
  ])
})

test.each([
  ['invoice', ['invoice']],
  ['\u200binvoice\u200b', ['invoice']],
  ['می\u200cخواهم', ['ميخواهم', 'خواهم']],
  ['a\u00adb\u200b\u00adc', ['abc', 'bc', 'c']],
  ['بال\u200cكتاب', ['بالكتاب', 'كتاب', 'كتاب']],
])('%j begins with %j', (raw, forms) => {
  expect(wordForms({ raw, folded: foldWord(raw) })).toEqual(forms)
})
