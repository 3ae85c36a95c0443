import type { MarkedText } from '../../../shared/desk/fields.ts'
import { MASK, maskBeginning, maskParts, plainText } from '../../mask/mask-text.ts'

/** Maximum of one text, in UTF-16 units; a longer one ends with {@link CUT_MARK}. */
export const SHOWN_TEXT_MAX_CHARACTERS = 50_000
export const CUT_MARK = ' […]'

/** Shows texts of conversations to a person of the desk, without the end of long ones. */
export interface Cover {
  readonly isMasked: boolean
  readonly text: (text: string) => string
  readonly marked: (text: string) => MarkedText
}

/** Hides personal data. */
export const MASKED: Cover = {
  isMasked: true,
  text: (text) => plainText(maskCut(text)),
  marked: maskCut,
}

/** For owners who ask. */
export const OPEN: Cover = { isMasked: false, text: cut, marked: (text) => [{ text: cut(text) }] }

function cut(text: string): string {
  if (text.length <= SHOWN_TEXT_MAX_CHARACTERS) return text
  return text.slice(0, SHOWN_TEXT_MAX_CHARACTERS).toWellFormed() + CUT_MARK
}

function maskCut(text: string): MarkedText {
  if (text.length <= SHOWN_TEXT_MAX_CHARACTERS) return maskParts(text)
  return [...maskBeginning(text, SHOWN_TEXT_MAX_CHARACTERS), { text: CUT_MARK }]
}

const MASKS = new RegExp(String.raw`${MASK}(?:@[\p{L}\p{N}.-]+)?`, 'gu')

/** Marks what is hidden in a text that was masked before. */
export function markMasks(text: string): MarkedText {
  const marked: MarkedText = []
  let end = 0
  for (const match of text.matchAll(MASKS)) {
    if (match.index > end) marked.push({ text: text.slice(end, match.index) })
    marked.push({ text: match[0], mark: 'masked' })
    end = match.index + match[0].length
  }
  if (end < text.length || marked.length === 0) marked.push({ text: text.slice(end) })
  return marked
}
