import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** `alcove.config.ts, line 3, column 22`; the file may be one that the configuration imports. */
export function placeText({ file, line, column }: ErrorPlace, folder: string): string {
  const rest = column === undefined ? '' : `, column ${column}`
  return `${relative(folder, file)}, line ${line}${rest}`
}

/** Place in a file where an import failed, from Node's error. */
export interface ErrorPlace {
  readonly file: string
  readonly line: number
  /** Undefined if Node gives none. */
  readonly column: number | undefined
}

/** Node shows a syntax error's place above it: `file:line`, the line, carets below it. */
const SHOWN_PATTERN = /^(\S.*):(\d+)\n/
const CARETS_PATTERN = /^ *\^+ *$/m

/** The place of a mistake in a module's text from standard input. */
const INPUT_PATTERN = /^\[stdin\]:(\d+)\n/
const CHECK_LIMIT_MS = 10_000

/** The place of a syntax error in JavaScript: Node shows it only in its own check of a file, which this runs. */
export function findSyntaxError(error: unknown, file: string): ErrorPlace | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  // Limit: CHECK_LIMIT_MS; Node only parses the text.
  const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
    input: readFileSync(file),
    encoding: 'utf8',
    timeout: CHECK_LIMIT_MS,
  })
  const line = INPUT_PATTERN.exec(stderr)?.[1]
  return line === undefined ? undefined : { file, line: Number(line), column: columnIn(stderr) }
}

/** Carets stand below the mistake. */
function columnIn(shown: string): number | undefined {
  const carets = CARETS_PATTERN.exec(shown)?.[0]
  return carets === undefined ? undefined : carets.indexOf('^') + 1
}

/** The place of an error, or of its last call in `file` if it was thrown there. */
export function errorPlace(error: unknown, file: string): ErrorPlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, shownFile, shownLine] = SHOWN_PATTERN.exec(stack) ?? []
  if (error instanceof SyntaxError && shownFile !== undefined) {
    return {
      file: shownFile.startsWith('file:') ? fileURLToPath(shownFile) : shownFile,
      line: Number(shownLine),
      column: columnIn(stack),
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
