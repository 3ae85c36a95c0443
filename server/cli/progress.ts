import { plainText } from './answer-text.ts'

/** The part of a stream that progress is written to. */
export interface ProgressScreen {
  /** True for a terminal, which draws a bar; others get a line now and then. */
  readonly isTTY?: boolean
  /** Width of the terminal, in characters. */
  readonly columns?: number
  write(text: string): unknown
}

/** Progress of long work, for a person who waits. */
export interface Progress {
  /** Shows how many of how many are done, and the one that comes next. */
  show(done: number, total: number, next: string): void
  /** Removes a bar, before the answer is printed. */
  end(): void
}

const BAR_WIDTH = 24
const COLUMNS_DEFAULT = 80
/** A line without a terminal, each time that this part of the work is done. */
const PARTS = 10
const CLEAR_LINE = '\r\u001b[K'

/** Creates a bar for a terminal, or lines for a file or another program. */
export function createProgress(screen: ProgressScreen): Progress {
  let lastPart = -1
  return {
    show(done, total, next) {
      const share = total === 0 ? 0 : done / total
      if (screen.isTTY === true) {
        const filled = Math.floor(share * BAR_WIDTH)
        const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
        const room = (screen.columns ?? COLUMNS_DEFAULT) - 1
        screen.write(CLEAR_LINE + plainText(`${bar} ${done}/${total} ${next}`).slice(0, room))
        return
      }
      const part = Math.floor(share * PARTS)
      if (part === lastPart) return
      lastPart = part
      screen.write(`${done} of ${total} done.\n`)
    },
    end() {
      if (screen.isTTY === true) screen.write(CLEAR_LINE)
      lastPart = -1
    },
  }
}
