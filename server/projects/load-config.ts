import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AlcoveError } from '../../shared/errors.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import { errorPlace, type ErrorPlace } from './error-place.ts'
import { parseConfig } from './parse-config.ts'
import type { ProjectConfigs } from './project.ts'

/** Read when it stands in the working folder and `ALCOVE_CONFIG` names no other. */
export const CONFIG_FILE = 'alcove.config.ts'

export interface ConfigPlace {
  /** `ALCOVE_CONFIG`: a path from the folder. Undefined: {@link CONFIG_FILE}, if it is there. */
  readonly path: string | undefined
  /** The working folder. */
  readonly folder: string
  /** `ALCOVE_LIMITS`, which the blocks override. */
  readonly limits: LimitTable
}

/**
 * Imports the operator's configuration: Node strips its types. No file: no blocks.
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

/** `alcove.config.ts, line 3, column 22`: it may be a file that the configuration imports. */
function placeText({ file, line, column }: ErrorPlace, folder: string): string {
  const rest = column === undefined ? '' : `, column ${column}`
  return `${relative(folder, file)}, line ${line}${rest}`
}
