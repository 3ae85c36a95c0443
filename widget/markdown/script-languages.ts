/** Scripts in which one language alone is written, of those that models answer in. */
const SOLE: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ko', /\p{sc=Hangul}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['ka', /\p{sc=Georgian}/gu],
  ['hy', /\p{sc=Armenian}/gu],
  ['ta', /\p{sc=Tamil}/gu],
  ['te', /\p{sc=Telugu}/gu],
  ['kn', /\p{sc=Kannada}/gu],
  ['ml', /\p{sc=Malayalam}/gu],
  ['gu', /\p{sc=Gujarati}/gu],
  ['pa', /\p{sc=Gurmukhi}/gu],
  ['si', /\p{sc=Sinhala}/gu],
  ['km', /\p{sc=Khmer}/gu],
  ['lo', /\p{sc=Lao}/gu],
  ['my', /\p{sc=Myanmar}/gu],
]
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]/gu
/** Below it no script of the table begins. */
const IN_QUESTION = /[\u0370-\uffff]/u

/**
 * The language of a text, where its letters tell it: most of them are of a script that no other language has.
 * Latin, Cyrillic, Arabic, Devanagari and Chinese letters tell nothing.
 */
export function readLanguage(text: string): string | undefined {
  if (!IN_QUESTION.test(text)) return undefined
  const countOf = (letters: RegExp) => text.match(letters)?.length ?? 0
  const half = countOf(/\p{L}/gu) / 2
  if (KANA.test(text) && countOf(JAPANESE) > half) return 'ja'
  return SOLE.find(([, letters]) => countOf(letters) > half)?.[0]
}
