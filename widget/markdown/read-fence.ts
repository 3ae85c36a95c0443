import { LINES_PER_CHUNK } from './limits.ts'

const OPENING = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/

export interface FenceReader {
  readonly language: string
  /** Reads on in a text that extends the one read before. */
  read(source: string): void
  /** The code read so far, without its last line end. Full pieces keep their identity. */
  chunks(): readonly string[]
  /** Offset after the closing fence's line, once that line is complete. */
  end(): number | undefined
}

/**
 * Reads fenced code line by line as it arrives, each line once: lexing an open fence again at
 * every update would take quadratic time. `undefined` where no complete opening line stands.
 */
export function createFenceReader(source: string, start: number): FenceReader | undefined {
  const lineEnd = source.indexOf('\n', start)
  const opening = lineEnd === -1 ? null : OPENING.exec(source.slice(start, lineEnd + 1))
  if (opening === null) return undefined
  const [line, indent = '', marker = '', info = ''] = opening
  const closing = new RegExp(`^ {0,3}${marker}${marker[0]}*[ \\t]*$`)
  const halfClosing = new RegExp(`^ {0,3}${marker[0]}+[ \\t]*$`)
  const full: string[] = []
  let growing = ''
  let growingLines = 0
  let next = start + line.length
  let partial: string | undefined
  let end: number | undefined

  const dedent = (text: string): string => {
    let cut = 0
    while (cut < indent.length && text[cut] === ' ') cut += 1
    return cut === 0 ? text : text.slice(cut)
  }

  function addLine(text: string): void {
    if (growingLines === LINES_PER_CHUNK) {
      full.push(growing)
      growing = ''
      growingLines = 0
    }
    growing += `${dedent(text)}\n`
    growingLines += 1
  }

  return {
    language: readLanguage(info),
    read(text) {
      while (end === undefined) {
        const newline = text.indexOf('\n', next)
        if (newline === -1) break
        const codeLine = text.slice(next, newline)
        next = newline + 1
        if (closing.test(codeLine)) end = next
        else addLine(codeLine)
      }
      const rest = end === undefined ? text.slice(next) : ''
      partial = rest === '' || halfClosing.test(rest) ? undefined : dedent(rest)
    },
    chunks() {
      if (partial === undefined) return [...full, growing.slice(0, -1)]
      return growingLines === LINES_PER_CHUNK
        ? [...full, growing, partial]
        : [...full, growing + partial]
    },
    end: () => end,
  }
}

/** The first word of a fence's info text, for example `ts` of `ts title="a.ts"`. */
export function readLanguage(info: string): string {
  return (info.trim().split(/\s/, 1)[0] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
