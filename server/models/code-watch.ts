import { createGrowingText } from './growing-text.ts'

/** Tells where a growing markdown text is code. */
export interface CodeWatch {
  add(piece: string): void
  /** The kind of code that the end of the text is in; `undefined`: none. */
  read(): 'block' | 'span' | undefined
  /** The last line of the text, cut to 1,000 characters. */
  readonly line: string
}

/** Characters that wait until the place is asked for: nearly no text asks. */
const WAITING_MAX_CHARACTERS = 65_536
/** A longer line begins and ends no block, so that no more of it is kept. */
const LINE_MAX_CHARACTERS = 1_000

const FENCE = /^ {0,3}(?<marks>`{3,}|~{3,})(?<rest>[^\n]*)$/

/** Knows fenced blocks, and spans of one line that are still open. */
export function createCodeWatch(): CodeWatch {
  const waiting = createGrowingText()
  let line = ''
  let isLong = false
  let span = createSpanWatch()
  /** The marks that opened a block. */
  let fence: string | undefined

  function endLine() {
    const { marks = '', rest = '' } = (!isLong && FENCE.exec(line)?.groups) || {}
    if (fence === undefined) {
      // A line with further backticks is a span.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) fence = marks
    } else if (marks.startsWith(fence) && rest.trim() === '') fence = undefined
    line = ''
    isLong = false
    span = createSpanWatch()
  }

  function grow(piece: string) {
    span.add(piece)
    const room = LINE_MAX_CHARACTERS - line.length
    isLong ||= piece.length > room
    line += piece.slice(0, room)
  }

  function take() {
    const [first = '', ...more] = waiting.take().split('\n')
    grow(first)
    for (const next of more) {
      endLine()
      grow(next)
    }
  }

  return {
    add(piece) {
      waiting.add(piece)
      if (waiting.length > WAITING_MAX_CHARACTERS) take()
    },
    read() {
      take()
      if (fence !== undefined) return 'block'
      return span.isOpen() ? 'span' : undefined
    },
    get line() {
      take()
      return line
    },
  }
}

/** Follows the spans of a growing line. A span ends at as many backticks as it began with. */
function createSpanWatch() {
  /** Number of backticks that opened a span; 0: none is open. */
  let open = 0
  /** Number of backticks at the end of the line. */
  let run = 0

  const openAfterRun = () => (run === 0 ? open : open === 0 ? run : open === run ? 0 : open)

  return {
    add(piece: string) {
      for (const [same] of piece.matchAll(/`+|[^`]+/g)) {
        if (same.startsWith('`')) run += same.length
        else {
          open = openAfterRun()
          run = 0
        }
      }
    },
    isOpen: () => openAfterRun() !== 0,
  }
}
