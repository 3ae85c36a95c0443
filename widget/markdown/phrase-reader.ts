import type { Definitions } from './definitions.ts'
import type { Delimiters } from './emphasis.ts'
import type { NoteSpan } from './nodes.ts'
import type { Span, SpanList } from './spans.ts'

/** How a text is read. */
export interface ReadMode {
  /** More of this text may arrive: incomplete syntax at its end is withheld. */
  readonly isTail: boolean
  /** More of the answer may arrive, including definitions. */
  readonly isGrowing: boolean
}

/** A `[` or `![` without its end yet. */
export interface Bracket {
  readonly span: Span
  readonly isImage: boolean
  /** Offset of the text inside. */
  readonly start: number
  /** Number of emphasis runs before it. */
  readonly delimiters: number
  /** Another bracket opens inside, so the text cannot be a label. */
  hasInner: boolean
}

/** All runs of backticks in a phrase. */
export interface CodeRuns {
  readonly runs: readonly { start: number; length: number }[]
  /** Start of the last run of each length. */
  readonly last: ReadonlyMap<number, number>
  /** The first run that is not read yet. */
  next: number
}

/** A phrase while it is read from left to right. */
export interface PhraseReader {
  readonly text: string
  readonly definitions: Definitions
  readonly mode: ReadMode
  at: number
  readonly list: SpanList
  readonly delimiters: Delimiters
  readonly brackets: Bracket[]
  /** Brackets below this depth already contain a link, and cannot become links. */
  linkDepth: number
  readonly misses: string[]
  readonly notes: NoteSpan[]
  isProvisional: boolean
  codeRuns: CodeRuns | undefined
  /** Last found offset of each mark; -1 if none follows. */
  readonly marks: Map<string, number>
}

/** Offset of the next mark, or -1. Scans each character once for each mark. */
export function findMark({ text, marks }: PhraseReader, mark: string, from: number): number {
  const known = marks.get(mark)
  if (known !== undefined && (known === -1 || known >= from)) return known
  const found = text.indexOf(mark, from)
  marks.set(mark, found)
  return found
}
