import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where in a file an import failed, from what Node says of it. */
export interface ErrorPlace {
  readonly file: string
  readonly line: number
  /** Undefined where Node gives none. */
  readonly column: number | undefined
}

/** Node shows text that is no code above the error: `file:line`, the line, carets below it. */
const SHOWN_PATTERN = /^(\S.*):(\d+)\n/
const CARETS_PATTERN = /^ *\^+ *$/m

/** The place of an error, or of its last call in `file` if it was thrown there. */
export function errorPlace(error: unknown, file: string): ErrorPlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, shownFile, shownLine] = SHOWN_PATTERN.exec(stack) ?? []
  if (error instanceof SyntaxError && shownFile !== undefined) {
    const carets = CARETS_PATTERN.exec(stack)?.[0]
    return {
      file: shownFile.startsWith('file:') ? fileURLToPath(shownFile) : shownFile,
      line: Number(shownLine),
      column: carets === undefined ? undefined : carets.indexOf('^') + 1,
    }
  }
  const calls = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  for (const call of calls) {
    const start = call.indexOf(pathToFileURL(file).href)
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(start === -1 ? '' : call) ?? []
    if (line !== undefined) return { file, line: Number(line), column: Number(column) }
  }
  return undefined
}
