import { expect, test } from 'vitest'
import { markAllInvisible, markInvisible } from './mark-invisible.ts'

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

test.each([
  ['what turns words round', 'a\u202eb', 'a[U+202E]b'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
  ['a space of no width', 'amo\u200bunt', 'amo[U+200B]unt'],
  ['joiners', 'a\u200cm\u200do\u2060unt', 'a[U+200C]m[U+200D]o[U+2060]unt'],
  ['a soft hyphen', 'amo\u00adunt', 'amo[U+00AD]unt'],
  ['a byte order mark', '\ufeffamount', '[U+FEFF]amount'],
  ['marks of direction', '\u200eamount\u200f\u061c', '[U+200E]amount[U+200F][U+061C]'],
  ['a grapheme joiner', 'a\u034fb', 'a[U+034F]b'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0', '[U+115F][U+1160][U+3164][U+FFA0]'],
  ['selectors of variants', 'a\ufe0fb\u{e0100}', 'a[U+FE0F]b[U+E0100]'],
  ['separators of lines', 'a\u2028b\u2029', 'a[U+2028]b[U+2029]'],
  ['marks of annotation', 'a\ufff9b\ufffac\ufffb', 'a[U+FFF9]b[U+FFFA]c[U+FFFB]'],
  ['controls', 'a\u0000\u0008\u007f\u0085', 'a[U+0000][U+0008][U+007F][U+0085]'],
  ['a blank of Braille', 'a\u2800b', 'a[U+2800]b'],
  ['musical and shorthand controls', '\u{1d173}\u{1bca0}', '[U+1D173][U+1BCA0]'],
  ['a joiner beside no letter that takes a shape', 'می\u200c ', 'می[U+200C] '],
  ['a joiner beside no second sign', '👩\u200d', '👩[U+200D]'],
])('where somebody decides, shows %s', (_, text, shown) => {
  expect(markAllInvisible(text)).toBe(shown)
})

test.each([
  'plain text\n\tand lines\r\n',
  'naïve — “quoted” 10\u00a0000\u202f€',
  'می\u200cخواهم',
  'क्\u200dष क्\u200cष',
  '👨\u200d👩\u200d👧 👩🏽\u200d💻 🏳️\u200d🌈 ❤️ ☎\ufe0e 1️⃣ 🇫🇮',
  `\u{1f3f4}${tags('gbsct')}\u{e007f}`,
  '葛\u{e0100}城',
  '\u0600١٢',
  '',
])('where somebody decides, leaves alone what is seen: %j', (text) => {
  expect(markAllInvisible(text)).toBe(text)
})
