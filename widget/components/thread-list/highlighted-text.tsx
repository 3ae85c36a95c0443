import { markInvisible } from '../../../shared/mark-invisible.ts'

export interface HighlightedTextProps {
  text: string
  /** Begin and end of each hit, in the units of JavaScript strings. */
  ranges: readonly (readonly [number, number])[]
}

/** A text in which the hits of a search are marked. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  return splitText(text, ranges).map((piece, index) =>
    piece.isHit ? (
      <mark key={index}>{markInvisible(piece.text)}</mark>
    ) : (
      <span key={index}>{markInvisible(piece.text)}</span>
    ),
  )
}

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** Cuts a text at its hits. Ranges that overlap, or that reach beyond the text, do no harm. */
function splitText(text: string, ranges: HighlightedTextProps['ranges']): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const add = (from: number, to: number, isHit: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isHit })
  }
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(from, end)
    if (to <= start) continue
    add(end, start, false)
    add(start, to, true)
    end = Math.min(to, text.length)
  }
  add(end, text.length, false)
  return pieces
}
