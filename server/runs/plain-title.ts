/** Longest title that is made here, in characters as people count them. */
export const MADE_TITLE_MAX = 80

/** Quotation marks and markdown around and inside of what should be a few plain words. */
const DECORATION = /^[\s"'“”„«»‘’`*_#>~-]+|[\s"'“”„«»‘’`*_~:;,-]+$/gu
const INLINE_MARKS = /[`*_~]{1,3}(?=\S)|(?<=\S)[`*_~]{1,3}/gu
const LINK = /!?\[([^\]]{0,200})\]\([^)\s]{0,2000}\)/gu
/** Controls, format characters (bidi among them), line breaks, lone halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu
const PARTIAL_WORD_SHARE = 0.6

/**
 * One line of plain words out of any text: what a person wrote, or what a model answered. Cut between
 * words where that leaves most of it. Empty when nothing visible is left.
 */
export function plainTitle(text: string): string {
  const firstLine =
    text
      .split(/[\r\n\u2028\u2029]+/u)
      .map(clean)
      .find((line) => line !== '') ?? ''
  return shorten(firstLine).replace(DECORATION, '')
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
