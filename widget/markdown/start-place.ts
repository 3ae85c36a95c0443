import type { LineCursor } from './line-cursor.ts'
import { MAX_NESTING_DEPTH } from './limits.ts'
import type { OpenBlock, ReadingState } from './open-blocks.ts'
import type { ReadMode } from './read-phrase.ts'

/** Where in a line, and inside which blocks, a new block may start. */
export interface StartPlace {
  readonly state: ReadingState
  readonly cursor: LineCursor
  /** Offset of the line in the text. */
  readonly lineStart: number
  /** The innermost block that this line belongs to so far. */
  readonly container: OpenBlock
  readonly mode: ReadMode
  /** Closes the blocks that this line does not belong to; an item's list stays open for it. */
  closeUnmatched(options?: { keepsList: boolean }): void
}

/** What a line started: more markers may follow in a container, nothing in what is finished. */
export type Started = 'container' | 'leaf' | 'finished'

export function openBlock(place: StartPlace, block: OpenBlock): void {
  place.closeUnmatched()
  place.state.open.push(block)
}

/** The place of a block that starts at the cursor. */
export const placeOf = ({ state, lineStart, cursor }: StartPlace) => ({
  start: lineStart + cursor.nonspace,
  firstLine: state.line,
  lastLine: state.line,
})

/** What nests deeper is text: nobody reads it, and it would cost the stack. */
export const isTooDeep = ({ state }: StartPlace): boolean =>
  state.open.filter(({ kind }) => kind === 'quote' || kind === 'item').length >= MAX_NESTING_DEPTH
