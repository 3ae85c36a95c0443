const ASCII_PUNCTUATION = /^[!-/:-@[-`{-~]$/
const PUNCTUATION = /^[\p{P}\p{S}]$/u
const SPACE = /^\s$/
/**
 * Scripts without spaces between words, or with endings attached to them, as in Korean. `ー` and `・` have no script.
 */
const WIDE =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]$/u

/** Characters that a backslash can escape. */
export const isPunctuation = (char: string): boolean => ASCII_PUNCTUATION.test(char)

/** Kinds of characters, which decide how a delimiter beside them may be used. */
export type CharacterKind = 'space' | 'punctuation' | 'wide' | 'wide-punctuation' | 'letter'

/** The start and the end of a text count as space. */
export function kindOf(char: string): CharacterKind {
  if (char === '' || SPACE.test(char)) return 'space'
  const code = char.codePointAt(0) ?? 0
  if (code < 0x80) return ASCII_PUNCTUATION.test(char) ? 'punctuation' : 'letter'
  const isMark = PUNCTUATION.test(char)
  if (WIDE.test(char)) return isMark ? 'wide-punctuation' : 'wide'
  return isMark ? 'punctuation' : 'letter'
}

/** The whole character that ends before `at`. */
export function characterBefore(text: string, at: number): string {
  const unit = text[at - 1] ?? ''
  const isLow = unit >= '\udc00' && unit <= '\udfff'
  return isLow && at > 1 ? text.slice(at - 2, at) : unit
}

/** The whole character that starts at `at`. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Removes the given characters from the end. A regular expression would scan from each of them on. */
export function trimEndOf(text: string, dropped: string): string {
  let end = text.length
  while (end > 0 && dropped.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
