import { CHARS_PER_CHUNK, LINES_PER_CHUNK, MIN_LINES_PER_CHUNK } from './limits.ts'

/** Code that grows line by line. Full pieces keep their identity. */
export interface CodeChunks {
  readonly full: readonly string[]
  readonly growing: string
  readonly growingLines: number
}

export const NO_CODE: CodeChunks = { full: [], growing: '', growingLines: 0 }

/**
 * Adds a line. A piece ends after 64 lines or 3,072 characters, or after 32 lines where a new part of the code
 * seems to begin: pieces are coloured separately, and a comment or a string rarely crosses such a place.
 */
export function addCodeLine(code: CodeChunks, line: string): CodeChunks {
  const { full, growing, growingLines } = code
  const isPart =
    growingLines >= MIN_LINES_PER_CHUNK && growing.endsWith('\n\n') && /^[^\s})\]]/.test(line)
  const isFull = growingLines >= LINES_PER_CHUNK || growing.length >= CHARS_PER_CHUNK
  if (!isFull && !isPart) {
    return { full, growing: `${growing}${line}\n`, growingLines: growingLines + 1 }
  }
  return { full: [...full, growing], growing: `${line}\n`, growingLines: 1 }
}

/** The current pieces, without the last line end. */
export const listChunks = ({ full, growing }: CodeChunks): readonly string[] => [
  ...full,
  growing.slice(0, -1),
]

/** Splits a whole text into pieces. */
export function chunkText(text: string): readonly string[] {
  let code = NO_CODE
  for (const line of text.split('\n')) code = addCodeLine(code, line)
  return listChunks(code)
}
