const MARKS = '*_~$'
const SPACE = /\s/
/** Half a character reference, or half the one tag that is drawn as what it means. */
const HALF_REFERENCE = /(?:&#?[\dA-Za-z]{0,31}|<(?:b(?:r *\/?)?)?)$/i

/**
 * Drops what may be half of something at the end of a growing phrase: spaces, delimiters, half an
 * escape or reference. What the delimiters closed is closed by the reader instead.
 */
export function trimTail(source: string): string {
  const text = source.replace(HALF_REFERENCE, '')
  let end = text.length
  while (end > 0) {
    const char = text[end - 1] ?? ''
    const isHalfEscape = char === '\\' && isEscaped(text, end)
    const isMark = MARKS.includes(char) && !(text[end - 2] === '\\' && isEscaped(text, end - 1))
    const isHalfImage = char === '!' && (end === 1 || SPACE.test(text[end - 2] ?? ''))
    if (!SPACE.test(char) && !isHalfEscape && !isMark && !isHalfImage) break
    end -= 1
  }
  return text.slice(0, end)
}

/** An odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}
