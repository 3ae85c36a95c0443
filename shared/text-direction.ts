export type TextDirection = 'ltr' | 'rtl'

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/gu

/**
 * The direction of most letters of the text; a tie goes to the first letter. `undefined` without letters.
 * `dir="auto"` would use only the first letter, which is wrong for a sentence that starts with a product's name.
 */
export function readDirection(text: string): TextDirection | undefined {
  if (!RTL.test(text)) return /\p{L}/u.test(text) ? 'ltr' : undefined
  let balance = 0
  let first: TextDirection | undefined
  for (const [letter] of text.matchAll(LETTER)) {
    const isRtl = RTL.test(letter)
    first ??= isRtl ? 'rtl' : 'ltr'
    balance += isRtl ? 1 : -1
  }
  if (balance === 0) return first
  return balance > 0 ? 'rtl' : 'ltr'
}
