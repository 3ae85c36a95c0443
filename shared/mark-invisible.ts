// Tag characters are harmless in the three flags that they spell; anywhere else they carry hidden text.
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (name) => `\u{1f3f4}${[...name].map(toTag).join('')}\u{e007f}`,
)
const CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069\\u{e0000}-\\u{e007f}'
const HIDDEN = new RegExp(`${FLAGS.join('|')}|[${CONTROLS}]`, 'gu')
const HAS_HIDDEN = new RegExp(`[${CONTROLS}]`, 'u')

/** Makes characters visible that hide text or reverse it, for example `[U+202E]`. */
export function markInvisible(text: string): string {
  if (!HAS_HIDDEN.test(text)) return text
  return text.replace(HIDDEN, (found) => (found.length > 2 ? found : markOf(found)))
}

/** Scripts whose letters change shape by a joiner between them. */
const SHAPED =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
  '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]'
/** An emoji with its variation selector and skin tone. */
const SIGN = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?'
/**
 * Invisible characters that change the appearance: in flags, emoji, keycaps, variants and shapes of letters.
 */
const SEEN = [
  ...FLAGS,
  `${SIGN}(?:\\u200d${SIGN})*`,
  '[#*\\d]\\ufe0f\\u20e3',
  '\\p{sc=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  `${SHAPED}(?:[\\u200c\\u200d]${SHAPED})+`,
].join('|')
/** Invisible characters. Line ends and tabs are visible as gaps; some signs of numbers are drawn. */
const UNSEEN =
  '(?![\\n\\r\\t\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2])' +
  '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc]'
const SEEN_OR_NOT = new RegExp(`(${SEEN})|${UNSEEN}`, 'gu')
const HAS_UNSEEN = new RegExp(UNSEEN, 'u')

/**
 * Makes all invisible characters visible, for texts on which a person bases a decision: arguments, names of
 * tools, files and accounts. Names that differ only in such a character then look different.
 */
export function markAllInvisible(text: string): string {
  if (!HAS_UNSEEN.test(text)) return text
  return text.replace(SEEN_OR_NOT, (found, seen?: string) => seen ?? markOf(found))
}

function markOf(character: string): string {
  return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

function toTag(letter: string): string {
  return String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)
}
