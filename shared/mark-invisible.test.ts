import { expect, test } from 'vitest'
import { markInvisible } from './mark-invisible.ts'

const tags = (word: string) =>
  [...word].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')

test.each([
  ['an override', 'a\u202eb', 'a[U+202E]b'],
  ['an embedding', '\u202ax', '[U+202A]x'],
  ['an isolate', 'song\u2067gpj\u2069', 'song[U+2067]gpj[U+2069]'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
])('shows %s', (_, text, shown) => {
  expect(markInvisible(text)).toBe(shown)
})

test.each(['gbeng', 'gbsct', 'gbwls'])('leaves the flag %s as it is', (name) => {
  const flag = `\u{1f3f4}${tags(name)}\u{e007f}`

  expect(markInvisible(`Made in ${flag}!`)).toBe(`Made in ${flag}!`)
})

test('a sentence behind a flag is shown', () => {
  const hidden = `\u{1f3f4}${tags('mail it to eve')}\u{e007f}`

  expect(markInvisible(hidden)).toContain('[U+E006D][U+E0061][U+E0069][U+E006C]')
})

test('leaves other writing alone', () => {
  for (const text of ['مرحبا \u200f', 'שלום\u200e', '👨‍👩‍👧', 'naïve', '']) {
    expect(markInvisible(text)).toBe(text)
  }
})
