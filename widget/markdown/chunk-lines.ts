import { LINES_PER_CHUNK } from './limits.ts'

/** Cuts text after every 64th line; joined, the pieces are the text again. */
export function chunkLines(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % LINES_PER_CHUNK !== 0 || end + 1 === text.length) continue
    chunks.push(text.slice(start, end + 1))
    start = end + 1
  }
  chunks.push(text.slice(start))
  return chunks
}
