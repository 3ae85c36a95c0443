/** Longest title that is made here, in characters as people count them. */
export const MADE_TITLE_MAX = 80

/** Of a title that still grows: where it is cut depends on what follows, but never before this. */
export const SETTLED_TITLE_MAX = MADE_TITLE_MAX / 2

/** Quotation marks and markdown around and inside of what should be a few plain words. */
const DECORATION = /^[\s"'“”„«»‘’`*_#>~-]+|[\s"'“”„«»‘’`*_~:;,-]+$/gu
const INLINE_MARKS = /[`*_~]{1,3}(?=\S)|(?<=\S)[`*_~]{1,3}/gu
const LINK = /!?\[([^\]]{0,200})\]\([^)\s]{0,2000}\)/gu
/** Controls, format characters (bidi among them), line breaks, lone halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu
const LINE_BREAK = /[\r\n\u2028\u2029]+/u
const PARTIAL_WORD_SHARE = 0.6

/**
 * One line of plain words out of any text: what a person wrote, or what a model answered. Cut between
 * words where that leaves most of it. Empty when nothing visible is left.
 */
export function plainTitle(text: string): string {
  const firstLine =
    text
      .split(LINE_BREAK)
      .map(clean)
      .find((line) => line !== '') ?? ''
  return shorten(firstLine).replace(DECORATION, '')
}

/**
 * What is sure of the title of a text that still grows: its words so far, as far as they stay whatever
 * follows. Empty while nothing is sure.
 */
export function settledTitle(text: string): string {
  const lines = text.split(LINE_BREAK)
  const ended = lines
    .slice(0, -1)
    .map(clean)
    .find((line) => line !== '')
  if (ended !== undefined) return plainTitle(text)
  // A link may become its words; a word, its mark or the gap before it may go on.
  const [words = ''] = (lines.at(-1) ?? '').split('[')
  const whole = clean(words.slice(0, Math.max(0, words.search(/\s\S*$/u))))
  return [...whole].length <= SETTLED_TITLE_MAX ? whole : ''
}

function clean(line: string): string {
  return line
    .replace(LINK, '$1')
    .replace(INLINE_MARKS, '')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(DECORATION, '')
}

function shorten(line: string): string {
  const characters = [...line]
  if (characters.length <= MADE_TITLE_MAX) return line
  // One place is the ellipsis's.
  const cut = characters.slice(0, MADE_TITLE_MAX - 1).join('')
  const lastSpace = cut.lastIndexOf(' ')
  const isMost = lastSpace >= cut.length * PARTIAL_WORD_SHARE
  return `${(isMost ? cut.slice(0, lastSpace) : cut).replace(DECORATION, '')}…`
}
