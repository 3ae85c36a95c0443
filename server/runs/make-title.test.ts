import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../shared/any-character.test-support.ts'
import { MADE_TITLE_MAX, plainTitle, SETTLED_TITLE_MAX, settledTitle } from './make-title.ts'

test.each([
  ['Where is my order?', 'Where is my order?'],
  ['  Hello\nthere', 'Hello'],
  ['\n\n # A heading', 'A heading'],
  ['"Order status"', 'Order status'],
  ['**Bold** and `code` and [a link](https://evil.test/x)', 'Bold and code and a link'],
  ['![picture](https://evil.test/x.png)', 'picture'],
  ['a\u202Eb\u0000c\u200Bd', 'a b c d'],
  ['Wo ist meine Bestellung? 🙂', 'Wo ist meine Bestellung? 🙂'],
  ['   ', ''],
  ['***', ''],
])('of %j is %j', (text, title) => {
  expect(plainTitle(text)).toBe(title)
})

test(`keeps ${MADE_TITLE_MAX} characters and cuts ${MADE_TITLE_MAX + 1} between words`, () => {
  const words = `${'word '.repeat(15)}12345`

  expect(plainTitle(words)).toBe(words)
  expect(plainTitle(`${words}6`)).toBe(`${'word '.repeat(14)}word…`)
})

test('cuts a text without spaces at a whole character', () => {
  const title = plainTitle('👍🏽'.repeat(100))

  expect([...title]).toHaveLength(MADE_TITLE_MAX)
  expect(title.isWellFormed()).toBe(true)
})

test('is one short well-formed line for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      const title = plainTitle(text)

      expect([...title].length).toBeLessThanOrEqual(MADE_TITLE_MAX)
      expect(title.isWellFormed()).toBe(true)
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test.each([
  ['Late', ''],
  ['Late order', 'Late'],
  ['"Late order:" ', 'Late order'],
  ['Late [order](https', 'Late'],
  ['Late ![order', 'Late'],
  ['Late **ord', 'Late'],
  ['\n\nLate order\n', 'Late order'],
  [`${'x'.repeat(SETTLED_TITLE_MAX)} y`, 'x'.repeat(SETTLED_TITLE_MAX)],
  [`${'x'.repeat(SETTLED_TITLE_MAX + 1)} y`, ''],
])('of %j so far, %j is sure', (text, words) => {
  expect(settledTitle(text)).toBe(words)
})

test('whatever follows, the title begins with what was sure before', () => {
  const pieces = [
    'a',
    'Word',
    ' ',
    ' ',
    '\n',
    '[',
    '](x)',
    '!',
    '"',
    '**',
    '_',
    '#',
    '-',
    ':',
    '👋🏽',
  ]
  const unit = fc.constantFrom(...pieces, 'x'.repeat(30), '\u202e', '\ud800', '…', '\u00a0')
  let told = 0
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 18 }), (given) => {
      const text = given.join('')
      for (let end = 0; end <= text.length; end += 1) {
        const words = settledTitle(text.slice(0, end))
        if (words !== '') told += 1
        expect(plainTitle(text).startsWith(words)).toBe(true)
      }
    }),
  )
  expect(told).toBeGreaterThan(0)
})
