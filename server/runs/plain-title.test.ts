import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MADE_TITLE_MAX, plainTitle } from './plain-title.ts'

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

test('is one short well-formed line, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const title = plainTitle(text)

      expect([...title].length).toBeLessThanOrEqual(MADE_TITLE_MAX)
      expect(title.isWellFormed()).toBe(true)
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})
