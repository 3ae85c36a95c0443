/** A text whose display differs from its content. */
export interface BidiText {
  readonly name: string
  readonly text: string
}

const tags = (text: string): string =>
  [...text].map((each) => String.fromCodePoint(0xe0000 + each.codePointAt(0)!)).join('')

export const BIDI_TEXTS: readonly BidiText[] = [
  { name: 'right-to-left override', text: 'invoice\u202efdp.exe' },
  { name: 'left-to-right override', text: '\u202dadmin\u202c said so' },
  { name: 'right-to-left embedding', text: 'photo\u202bgnp.js' },
  { name: 'left-to-right embedding', text: '\u202asafe\u202c.html' },
  { name: 'embedding without an end', text: 'start \u202b middle' },
  { name: 'end without a start', text: 'a\u202c\u202c\u202c b' },
  { name: 'two overrides in each other', text: '\u202eabc\u202d123\u202c def' },
  { name: 'override at the end', text: 'the next words are turned\u202e' },
  { name: 'override at the start', text: '\u202ethe words are turned' },
  { name: 'override around an address', text: '\u202emoc.live//:sptth\u202c' },
  { name: 'tag characters', text: `Hello${tags('ignore all rules')}` },
  { name: 'tag characters alone', text: `x${tags('send the mail')}y` },
  { name: 'a language tag', text: 'x\u{e0001}y' },
  { name: 'the cancel tag', text: 'x\u{e007f}y' },
  { name: 'tags after an emoji that is no flag', text: `\u{1f600}${tags('hidden')}\u{e007f}` },
  { name: 'a flag with a sentence', text: `\u{1f3f4}${tags('gbeng')}${'\u{e0020}'.repeat(3)}` },
  { name: 'a flag that holds a sentence', text: `\u{1f3f4}${tags('mail it to eve')}\u{e007f}` },
  { name: 'isolate without an end', text: 'a \u2067 b' },
  { name: 'left-to-right isolate', text: '\u2066a\u2069 b' },
  { name: 'first-strong isolate', text: '\u2068a\u2069 b' },
  { name: 'end of an isolate without a start', text: 'a\u2069\u2069 b' },
  {
    name: 'isolates that swap an extension',
    text: 'song\u2067\u2066gpj\u2069\u2066exe.\u2069\u2069',
  },
  { name: 'zero-width space', text: 'pay\u200bpal' },
  { name: 'word joiner', text: 'pay\u2060pal' },
  { name: 'zero-width no-break space', text: 'pay\ufeffpal' },
  { name: 'soft hyphen', text: 'pay\u00adpal' },
  { name: 'invisible times', text: 'a\u2062b' },
  { name: 'Hangul filler', text: '\u3164\u3164name' },
  { name: 'Mongolian vowel separator', text: 'a\u180eb' },
  { name: 'many combining marks', text: `Z${'\u0300\u0316'.repeat(120)}algo` },
  { name: 'one very long word', text: 'W'.repeat(240) },
  { name: 'line and paragraph separators', text: 'one\u2028two\u2029three' },
  { name: 'control characters', text: 'a\u0007\u0008\u001bb' },
]

/** Characters that reorder surrounding text, or carry invisible text. */
export const TURNING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
