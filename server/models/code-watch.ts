import { createGrowingText } from './growing-text.ts'

/** Tells where a growing markdown text is code. */
export interface CodeWatch {
  add(piece: string): void
  /** The kind of code that the end of the text is in; `undefined`: none. */
  read(): 'block' | 'span' | undefined
  /** The end of the text, from its last line break on. */
  readonly line: string
}

/** Characters that wait until the place is asked for: nearly no text asks. */
const WAITING_MAX_CHARACTERS = 65_536

const FENCE = /^ {0,3}(?<marks>`{3,}|~{3,})(?<rest>[^\n]*)$/

/** Knows fenced blocks, and spans of one line that are still open. */
export function createCodeWatch(): CodeWatch {
  const waiting = createGrowingText()
  let line = ''
  /** The marks that opened a block. */
  let fence: string | undefined

  function endLine() {
    const { marks = '', rest = '' } = FENCE.exec(line)?.groups ?? {}
    if (fence === undefined) {
      // A line with further backticks is a span.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) fence = marks
    } else if (marks.startsWith(fence) && rest.trim() === '') fence = undefined
    line = ''
  }

  function take() {
    const [first = '', ...more] = waiting.take().split('\n')
    line += first
    for (const next of more) {
      endLine()
      line = next
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
      return hasOpenSpan(line) ? 'span' : undefined
    },
    get line() {
      take()
      return line
    },
  }
}

/** A span ends at as many backticks as it began with. */
function hasOpenSpan(line: string): boolean {
  let open: string | undefined
  for (const [marks] of line.matchAll(/`+/g)) {
    if (open === undefined) open = marks
    else if (open === marks) open = undefined
  }
  return open !== undefined
}
