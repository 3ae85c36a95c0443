import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AlcoveError } from '../../shared/errors.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import { errorPlace, findSyntaxError, placeText } from './error-place.ts'
import { parseConfig } from './parse-config.ts'
import { CONFIG_FILE, type ProjectConfigs } from './project.ts'

export { CONFIG_FILE }
/** All names that are read; the first one stands for them in sentences. */
export const CONFIG_FILES = [CONFIG_FILE, 'alcove.config.js', 'alcove.config.mjs'] as const

/** The package whose `defineConfig` a configuration imports. */
const OWN_PACKAGE = 'alcove-server'
const OWN_MODULE = new URL(`define-config${extname(import.meta.filename)}`, import.meta.url).href
/** Addresses of the configurations that were imported; filled by the first import. */
const configUrls = new Set<string>()

export interface ConfigPlace {
  /** `ALCOVE_CONFIG`: a path from the folder. Undefined: the one of {@link CONFIG_FILES} that exists. */
  readonly path: string | undefined
  /** The working folder. */
  readonly folder: string
  /** `ALCOVE_LIMITS`, which the blocks override. */
  readonly limits: LimitTable
  /** True: the file and the modules beside it are read again, though they were imported before. Default: false. */
  readonly isAgain?: boolean
}

/**
 * Imports the operator's configuration; Node strips its types. Without a file there are no blocks.
 *
 * @throws AlcoveError `config_invalid`, naming the file and the key.
 */
export async function loadConfig({
  path,
  folder,
  limits,
  isAgain = false,
}: ConfigPlace): Promise<ProjectConfigs> {
  const given = path ?? findConfig(folder)
  if (given === undefined) return new Map()
  const file = resolve(folder, given)
  if (!existsSync(file)) {
    throw new AlcoveError(
      'config_invalid',
      `ALCOVE_CONFIG is ${JSON.stringify(path)}, but the file does not exist.`,
    )
  }
  const name = relative(folder, file)
  const module = await importFile(file, folder, isAgain)
  if (!('default' in module)) {
    throw new AlcoveError('config_invalid', `${name}: it has no default export.`, {
      hint: 'Expected: export default defineConfig({ projects: { … } })',
    })
  }
  return parseConfig(module['default'], { name, limits })
}

/**
 * The configuration's name, if the folder has one.
 *
 * @throws AlcoveError `config_invalid` if there are several.
 */
export function findConfig(folder: string): string | undefined {
  const [first, second] = CONFIG_FILES.filter((name) => existsSync(join(folder, name)))
  if (second === undefined) return first
  throw new AlcoveError('config_invalid', `${first} and ${second} are both in ${folder}.`, {
    hint: 'Keep one of them.',
  })
}

/**
 * Lets configurations import {@link OWN_PACKAGE} without an install: it is this program. A configuration is an
 * ES module, even if the operator's `package.json` has `"type": "commonjs"`, which `npm init` writes.
 */
function prepareImport(url: string): void {
  if (configUrls.size === 0) {
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === OWN_PACKAGE) return { url: OWN_MODULE, format: null, shortCircuit: true }
        const found = next(specifier, context)
        const resolved = { ...found, url: withReading(found.url, context.parentURL) }
        if (!configUrls.has(resolved.url)) return resolved
        const { pathname } = new URL(resolved.url)
        return {
          ...resolved,
          format: pathname.endsWith('.ts') ? 'module-typescript' : 'module',
        }
      },
    })
  }
  configUrls.add(url)
}

/** Marks the address of a module that is imported again: another address is another module. */
const READING = 'alcove-reading'
let readings = 0
/** This program's own modules are never read again: its errors would become others. */
const OWN_FOLDERS = ['../../server/', '../../shared/'].map(
  (folder) => new URL(folder, import.meta.url).href,
)

/** A module that a configuration imports is read again with it, unless it is of a package or of this program. */
function withReading(url: string, parent: string | undefined): string {
  const reading = parent === undefined ? null : new URL(parent).searchParams.get(READING)
  const isOwn = OWN_FOLDERS.some((folder) => url.startsWith(folder))
  if (reading === null || isOwn || !url.startsWith('file:') || url.includes('/node_modules/')) {
    return url
  }
  return markReading(url, reading)
}

function markReading(url: string, reading: string): string {
  const marked = new URL(url)
  marked.searchParams.set(READING, reading)
  return marked.href
}

async function importFile(
  file: string,
  folder: string,
  isAgain: boolean,
): Promise<Record<string, unknown>> {
  const own = pathToFileURL(file).href
  const href = isAgain ? markReading(own, String((readings += 1))) : own
  prepareImport(href)
  try {
    // No limit: the operator's own module, before the server listens.
    const module: Record<string, unknown> = await import(href)
    return module
  } catch (cause) {
    const name = relative(folder, file)
    const missing = missingPackage(cause)
    if (missing !== undefined) {
      throw new AlcoveError(
        'config_invalid',
        `${name}: the package "${missing}" that it imports is not installed.`,
        { hint: `Run npm install ${missing} in ${dirname(file)}.`, cause },
      )
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    const place = errorPlace(cause, file) ?? findSyntaxError(cause, file)
    const where = place === undefined ? '' : ` (${placeText(place, folder)})`
    throw new AlcoveError('config_invalid', `${name}: it could not be read: ${reason}${where}`, {
      cause,
    })
  }
}

/** The package that an import did not find. */
function missingPackage(error: unknown): string | undefined {
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing
    ? /^Cannot find package '([^']+)'/.exec((error as Error).message)?.[1]
    : undefined
}
