import { maskText } from '../../mask/mask-text.ts'
import type { Steps } from '../../steps/in-turns.ts'
import { INDEXED_CHARACTERS } from '../search/terms.ts'

/** Amount of one step, in UTF-16 units. */
const SLICE_CHARACTERS = 8_192
/** Personal data is on one line, and not around two words. */
const BETWEEN_WORDS = /\n|(?<=\p{L}\p{L}) (?=\p{L}\p{L})/gu
/** A number or an address that is cut cannot be recognised. */
const UNSURE_CHARACTERS = 256

/** Masks a text of any length. */
export function* maskInSteps(text: string): Steps<string> {
  let masked = ''
  for (let start = 0; start < text.length;) {
    const end = endOfSlice(text, start)
    masked += maskText(text.slice(start, end))
    start = end
    yield
  }
  return masked
}

function endOfSlice(text: string, start: number): number {
  const limit = start + SLICE_CHARACTERS
  if (limit >= text.length) return text.length
  const late = text.slice(limit - UNSURE_CHARACTERS * 2, limit)
  const last = [...late.matchAll(BETWEEN_WORDS)].at(-1)
  return last ? limit - UNSURE_CHARACTERS * 2 + last.index + 1 : limit
}

/** The beginning of a text that an index reads, masked. */
export function maskIndexed(text: string): string {
  if (text.length <= INDEXED_CHARACTERS) return maskText(text)
  const masked = maskText(text.slice(0, INDEXED_CHARACTERS))
  return masked.slice(0, -UNSURE_CHARACTERS)
}
