/**
 * Characters without a shape: soft hyphens, zero-width spaces, joiners, direction marks, variation selectors.
 */
const UNSEEN = /(?!\p{L})\p{Default_Ignorable_Code_Point}+/gu
/** Accents of Latin, Greek and Cyrillic; vowel signs of Arabic and Hebrew, which few people type. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+/gu

/** Small letters that Unicode does not decompose, each after the letters that people type for it. */
const LATIN =
  'a ⱥ ae æ b ƀɓ c ȼƈ d đðɖɗ e ɇəǝɛ g ǥɠ h ħɦ i ıɨɩ j ȷɉ k ƙꝁ l łƚ n ŋɲ o øɵɔ oe œ p ƥ r ɍ ss ß t ŧƭⱦ th þ u ʉʊ v ʋ y ƴɏ z ƶȥ'

function createSpellings(): ReadonlyMap<string, string> {
  const spellings = new Map([
    ['ς', 'σ'],
    // Arabic: letters that are typed for each other at the end of a word, and Persian ones.
    ['ى', 'ي'],
    ['ة', 'ه'],
    ['ی', 'ي'],
    ['ک', 'ك'],
  ])
  const latin = LATIN.split(' ')
  latin.forEach((letters, index) => {
    if (index % 2 === 0) return
    for (const letter of letters) spellings.set(letter, latin[index - 1] ?? letter)
  })
  return spellings
}

const SPELLINGS = createSpellings()
const SPELLED = new RegExp(`[${[...SPELLINGS.keys()].join('')}]`, 'gu')

/** Without invisible characters. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/** Decomposed, without accents and invisible characters. */
export const withoutAccents = (text: string): string =>
  withoutUnseen(text).normalize('NFKD').replace(ACCENTS, '')

/** In lower case, recomposed and spelled as people type them. */
export const respell = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(SPELLED, (letter) => SPELLINGS.get(letter) ?? letter)

/** A text for comparison: without case, accents, widths and invisible characters. */
export const foldLetters = (text: string): string => respell(withoutAccents(text))
