import { closeTo } from './close-blocks.ts'
import { createDefinitions } from './definitions.ts'
import type { BlockNode } from './nodes.ts'
import { forkState, type ReadingState } from './open-blocks.ts'
import type { ReadMode } from './read-phrase.ts'
import { readLine } from './read-line.ts'
import { settleBlocks } from './settle-blocks.ts'
import { isLoneMarker } from './withhold.ts'

/** The blocks of one growing text. */
export interface GrowingBlocks {
  /** `text` has to extend the text before; half-written syntax at its end is held back. */
  push(text: string): readonly BlockNode[]
  /** The blocks of `text` as they are when nothing follows; it may be extended afterwards. */
  finish(text: string): readonly BlockNode[]
}

const GROWING: ReadMode = { isTail: false, isGrowing: true }
const TAIL: ReadMode = { isTail: true, isGrowing: true }
const FINISHED: ReadMode = { isTail: false, isGrowing: false }

/**
 * Reads each complete line once and for good. The half line at the end is tried out on a copy of
 * the open blocks, so an update costs what is open, not what is finished.
 */
export function createGrowingBlocks(onRead: (characters: number) => void): GrowingBlocks {
  const state: ReadingState = {
    open: [{ kind: 'document', start: 0, firstLine: 0, lastLine: 0, children: [] }],
    definitions: createDefinitions(),
    line: 0,
  }
  let text = ''
  /** Where the line starts that is not complete. */
  let lineStart = 0

  function readCompleteLines(next: string): void {
    text = next
    for (;;) {
      const end = text.indexOf('\n', lineStart)
      if (end === -1) return
      onRead(end + 1 - lineStart)
      readLine(state, { text: text.slice(lineStart, end), start: lineStart }, GROWING)
      lineStart = end + 1
    }
  }

  function close(fork: ReadingState, mode: ReadMode): readonly BlockNode[] {
    closeTo(fork, 1, mode)
    const [document] = fork.open
    return document?.kind === 'document' ? document.children : []
  }

  /** An answer that was stopped after the marker of an item has no such item. */
  const isCut = (line: { text: string; start: number }): boolean =>
    line.start > 0 && isLoneMarker(line.text) && !readLine(forkState(state), line, TAIL)

  return {
    push(next) {
      readCompleteLines(next)
      const half = text.slice(lineStart)
      if (half !== '') {
        onRead(half.length)
        const fork = forkState(state)
        if (readLine(fork, { text: half, start: lineStart }, TAIL)) return close(fork, TAIL)
      }
      return close(forkState(state), TAIL)
    },
    finish(next) {
      readCompleteLines(next)
      const line = { text: text.slice(lineStart), start: lineStart }
      const fork = forkState(state)
      if (line.text !== '' && !isCut(line)) readLine(fork, line, FINISHED)
      return settleBlocks(close(fork, FINISHED), fork.definitions)
    },
  }
}
