import { type LexedText, lexPieces } from './lex-blocks.ts'
import type { LinkReferences } from './link-references.ts'
import { createFenceReader } from './read-fence.ts'

/** A stretch of text between blank lines, or a fenced code block. */
export interface Segment {
  readonly start: number
  readonly end: number
  /** `undefined`: too costly to lex, to be shown as plain text. */
  readonly lexed: LexedText | undefined
}

const BLANK_LINES = /\n(?:[ \t]*\n)+/g

/**
 * For text that is too costly to lex as a whole: finds the stretches that are harmless, so that
 * one hostile paragraph does not cost the whole answer its form.
 */
export function lexCarefully(source: string, links: LinkReferences): Segment[] {
  const segments: Segment[] = []
  for (let start = 0; start < source.length;) {
    const end = endOfSegment(source, start)
    segments.push({ start, end, lexed: lexPieces(source.slice(start, end), links) })
    start = end
  }
  return segments
}

/** Offset after the paragraph or fenced code at `start` and the blank lines that follow it. */
export function endOfSegment(source: string, start: number): number {
  const fence = createFenceReader(source, start)
  fence?.read(source)
  if (fence !== undefined) return fence.end() ?? source.length
  BLANK_LINES.lastIndex = start
  const gap = BLANK_LINES.exec(source)
  return gap === null ? source.length : gap.index + gap[0].length
}
