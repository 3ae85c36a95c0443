import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.test-support.ts'
import { foldLetters } from './fold-letters.ts'

test.each([
  ['Işık İstanbul IŞIK', 'isik istanbul isik'],
  ['Đường Łódź', 'duong lodz'],
  ['Øre, Æble, œuf', 'ore, aeble, oeuf'],
  ['Straße STRASSE GROẞ', 'strasse strasse gross'],
  ['re\u00admo\u200bve\u2060d', 'removed'],
  ['हिन्दी', 'हिन्दी'],
  ['\u3164', '\u1160'],
])('%j is compared as %j', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
})

test('letters of other scripts stay apart', () => {
  expect(new Set(['л', 'd', 'đ', 'д'].map(foldLetters)).size).toBe(3)
})

test('folding twice is folding once, letter by letter and in words of any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const folded = foldLetters(text)
      expect(foldLetters(folded)).toBe(folded)
    }),
  )
})
