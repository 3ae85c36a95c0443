import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { AlcoveError } from '../../shared/errors.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import { parseConfig } from './parse-config.ts'
import type { ProjectConfigs } from './project.ts'

/** Read if it is in the working folder and `ALCOVE_CONFIG` names no other file. */
export const CONFIG_FILE = 'alcove.config.ts'

export interface ConfigPlace {
  /** `ALCOVE_CONFIG`: a path from the folder. Undefined: {@link CONFIG_FILE}, if it exists. */
  readonly path: string | undefined
  /** The working folder. */
  readonly folder: string
  /** `ALCOVE_LIMITS`, which the blocks override. */
  readonly limits: LimitTable
}

/**
 * Imports the operator's configuration; Node strips its types. Without a file there are no blocks.
 *
 * @throws AlcoveError `config_invalid`, naming the file and the key.
 */
export async function loadConfig({ path, folder, limits }: ConfigPlace): Promise<ProjectConfigs> {
  const file = resolve(folder, path ?? CONFIG_FILE)
  if (!existsSync(file)) {
    if (path === undefined) return new Map()
    throw new AlcoveError(
      'config_invalid',
      `ALCOVE_CONFIG is ${JSON.stringify(path)}, but there is no such file.`,
    )
  }
  const name = relative(folder, file)
  const module = await importFile(file, folder)
  if (!('default' in module)) {
    throw new AlcoveError('config_invalid', `${name}: it has no default export.`, {
      hint: 'Expected: export default defineConfig({ projects: { … } })',
    })
  }
  return parseConfig(module['default'], { name, limits })
}

async function importFile(file: string, folder: string): Promise<Record<string, unknown>> {
  try {
    // No limit: the operator's own module, before the server listens.
    const module: Record<string, unknown> = await import(pathToFileURL(file).href)
    return module
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const name = relative(folder, file)
    const place = errorPlace(cause, file)
    const where = place === undefined ? '' : ` (${placeText(place, folder)})`
    throw new AlcoveError('config_invalid', `${name}: it could not be read: ${reason}${where}`, {
      cause,
    })
  }
}

/** `alcove.config.ts, line 3, column 22`; the file may be one that the configuration imports. */
function placeText({ file, line, column }: ErrorPlace, folder: string): string {
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
