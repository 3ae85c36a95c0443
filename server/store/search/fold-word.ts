const IS_ASCII = /^[\0-\x7f]*$/
/** Accents of Latin, Greek and Cyrillic; vowel signs of Arabic and Hebrew, which few people type. */
const DROPPED =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+/gu
/**
 * Nothing that is written has more marks on one character (UAX #15 draws the line there as well), and
 * to bring a row of them into order takes a time that grows with its square.
 */
export const MARKS_MAX = 30
/** The last two are marks of half width, which become marks when they are folded. */
const TOO_MANY_MARKS = new RegExp(`([\\p{M}\uff9e\uff9f]{${MARKS_MAX}})[\\p{M}\uff9e\uff9f]+`, 'gu')
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
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(SPELLED, (letter) => SPELLINGS.get(letter) ?? letter)
    .replace(NO_LETTER, '')
}
