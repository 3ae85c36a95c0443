const IS_ASCII = /^[\0-\x7f]*$/
/** Accents of Latin, Greek and Cyrillic; vowel signs of Arabic and Hebrew, which few people type. */
const DROPPED =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+/gu
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ς', 'σ'],
  // Arabic: letters that are typed one for the other at the end of a word, and Persian ones.
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['ی', 'ي'],
  ['ک', 'ك'],
])
const SPELLED = new RegExp(`[${[...SPELLINGS.keys()].join('')}]`, 'gu')
/** A letter may stand for several characters, and not all of those are letters. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * A word as it is compared: without case, accents and widths. Letters, digits and marks only, so
 * that nothing in it means anything to a database.
 */
export function foldWord(word: string): string {
  if (IS_ASCII.test(word)) return word.toLowerCase().replace(NO_LETTER, '')
  return word
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(SPELLED, (letter) => SPELLINGS.get(letter) ?? letter)
    .replace(NO_LETTER, '')
}
