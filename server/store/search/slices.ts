import type { Steps } from '../../steps/in-turns.ts'

/** What is looked at in one step, in UTF-16 units. */
export const SLICE_CHARACTERS = 8_192
const LAST_SPACE = /\s\S*$/u
const IS_SPACED = /\s/u
const HIGH_HALF = /[\ud800-\udbff]$/

/**
 * Changes a long text slice by slice. Lines stay whole where they are shorter than a slice, and words
 * as well; slices that a space separated are joined by one.
 */
export function* mapSlices(text: string, map: (slice: string) => string): Steps<string> {
  let result = ''
  for (let start = 0; start < text.length;) {
    const end = endOfSlice(text, start)
    const slice = map(text.slice(start, end))
    const isApart =
      result !== '' && slice !== '' && IS_SPACED.test(text.slice(Math.max(0, start - 1), start + 1))
    result += isApart ? ` ${slice}` : slice
    start = end
    yield
  }
  return result
}

/** Behind a line, else behind a space, else between two characters. */
function endOfSlice(text: string, start: number): number {
  const slice = text.slice(start, start + SLICE_CHARACTERS)
  if (start + slice.length === text.length) return text.length
  const line = slice.lastIndexOf('\n')
  if (line > 0) return start + line + 1
  const space = slice.search(LAST_SPACE)
  if (space > 0) return start + space + 1
  return start + slice.length - (HIGH_HALF.test(slice) ? 1 : 0)
}
