import type { Chunk } from './chunk.ts'

/** Types of chunks that end an answer. */
export const ENDS: ReadonlySet<string> = new Set(['finish', 'abort', 'error'])
const NEVER_WAITS: ReadonlySet<string> = new Set([...ENDS, 'start', 'message-metadata'])

/** True for a chunk that waits for the end of a call's arguments. */
export const mustWait = (chunk: Chunk, openCall: string): boolean =>
  'toolCallId' in chunk ? chunk.toolCallId !== openCall : !NEVER_WAITS.has(chunk.type)

/** Lines of sources that wait for the end of the text that cites them. */
export interface HeldSources {
  begin(textId: string): void
  /** Returns the lines that waited. */
  end(textId: string): string
  /** True if the line waits now, since a text is open. */
  holds(line: string): boolean
  release(): string
}

export function createHeldSources(): HeldSources {
  let openText: string | undefined
  let lines: string[] = []

  function release() {
    const released = lines.join('')
    lines = []
    return released
  }

  return {
    begin(textId) {
      openText = textId
    },
    end(textId) {
      if (openText === textId) openText = undefined
      return release()
    },
    holds(line) {
      if (openText === undefined) return false
      lines.push(line)
      return true
    },
    release,
  }
}
