import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isAllowedOrigin } from '../../shared/bridge/handshake.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { askFreeBytes } from '../files/disk-space.ts'
import { FILES_FOLDER } from '../files/open-objects.ts'
import { createProjects } from '../projects/create-projects.ts'
import { checkConfigs } from '../projects/check-configs.ts'
import { CONFIG_FILE, loadConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { Settings } from '../settings.ts'
import { probeFolder } from '../store/disk-trouble.ts'
import { type Examination, examineStore } from '../store/examine-store.ts'
import { explainFolder } from '../store/explain-folder.ts'
import type { LimitsState } from '../store/postgres-limits.ts'
import { sizeText } from './answer-text.ts'
import { bucketLines, requireBucket } from './doctor-bucket.ts'
import { command } from './command.ts'
import { examineModels } from './examine-models.ts'
import { CommandLineError } from './flags.ts'
import { requireDatabase, type Tool } from './tool.ts'

const MIB = 1_048_576
/** A disk with less space is full soon: a PDF, a rebuilt index or a backup takes that much. */
export const FREE_BYTES_MIN = 500 * MIB

const SEARCH_TEXTS = {
  whole: 'The search index is whole.',
  anew: 'The search index was made anew from the messages.',
  empty: 'The search index is empty now, for not all messages could be read.',
  busy: 'The search index must be made anew, and a server is in the way.',
} as const satisfies Record<Examination['search'], string>

export const doctorCommand = command({
  name: 'doctor',
  about: 'Read all of the database, look at its folder, and make a damaged search index anew',
  details:
    'Of Postgres, which checks its own files, it reads nothing. It only looks while a server has the\n' +
    'folder: stop that to have the search index made anew. --model costs at most four short answers of each\n' +
    'model, and ends with 1 if one does not answer, or calls no tools although its assistant has some.',
  flags: {
    search: { about: 'make the search index anew, also a whole one' },
    model: { about: 'ask each model instead for a word, a tool call, a picture and its reasoning' },
    page: { value: 'address', about: 'say instead whether this page may show the chat' },
    project: { value: 'id', about: `of which project, with --page (default: ${DEFAULT_PROJECT})` },
  },
  async run(tool, { search: renewsSearch, model, page, project = DEFAULT_PROJECT }) {
    if (model) return examineModels(tool)
    if (page !== undefined) {
      const origin = await examinePage(tool, page, project)
      return {
        text: `Pages of ${origin} may show the chat of project "${project}".`,
        facts: { origin, project },
      }
    }
    const settings = tool.readSettings()
    requireDatabase(settings)
    const { databaseUrl, dataDir } = settings
    const { faults, search, limits } = await examineStore({ databaseUrl, dataDir, renewsSearch })
    if (faults.length > 0) {
      throw new AlcoveError('unavailable', `The database is damaged: ${faults.join('; ')}.`, {
        hint: `${SEARCH_TEXTS[search]} Stop the server, and restore a backup into an empty folder.`,
      })
    }
    if (search === 'busy' || search === 'empty') {
      const hint = search === 'busy' ? 'Stop the server, and say it again.' : 'Restore a backup.'
      throw new AlcoveError('unavailable', SEARCH_TEXTS[search], { hint })
    }
    const engine = databaseUrl === undefined ? 'The database is whole. ' : ''
    const warnings = [...settings.warnings, ...(await examineConfigs(tool, settings))]
    const free = await examineOwnFolders(settings)
    await requireBucket(settings)
    const lines = [
      engine + SEARCH_TEXTS[search],
      'Its tables are those of this version.',
      ...(limits === undefined ? [] : [limitsText(limits)]),
      ...(free === undefined
        ? []
        : [`The data folder can be written, and ${sizeText(free)} of its disk are free.`]),
      ...bucketLines(settings),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ]
    return {
      text: lines.join('\n'),
      facts: {
        faults,
        search,
        limits: limits?.kind ?? null,
        free_bytes: free ?? null,
        warnings,
      },
    }
  },
})

/**
 * Makes the checks of a start.
 *
 * @returns its warnings.
 * @throws AlcoveError `config_invalid`, as a start does.
 */
async function examineConfigs(tool: Tool, settings: Settings): Promise<readonly string[]> {
  const { configPath, limits } = settings
  const configs = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  const warnings: string[] = []
  const log = { warn: (_: object, text: string) => void warnings.push(text) }
  await tool.withStore((store) => checkConfigs(configs, settings, store, log))
  return warnings
}

const limitsText = (limits: LimitsState): string =>
  limits.kind === 'transaction' ? limits.advice : 'Its time limits are in force.'

/** `undefined`: Postgres and a bucket have all data, so no folder is used. */
async function examineOwnFolders({
  databaseUrl,
  dataDir,
  objectStore,
  minFreeMib,
  minFreeMibAnonymous,
}: Settings): Promise<number | undefined> {
  if (databaseUrl !== undefined && objectStore !== undefined) return undefined
  const files = join(dataDir, FILES_FOLDER)
  const usesFiles = objectStore === undefined && existsSync(files)
  // With Postgres it is created for the first file.
  if (!existsSync(dataDir)) return undefined
  const floorMib = objectStore === undefined ? Math.max(minFreeMib, minFreeMibAnonymous) : 0
  return examineFolders([dataDir, ...(usesFiles ? [files] : [])], floorMib * MIB)
}

/**
 * Checks that these folders can be written, and the free space of their disk.
 *
 * @param folders the first is the data folder; a missing folder has no faults.
 * @param floorBytes minimum for files of visitors: more has to be free.
 * @throws AlcoveError `unavailable`, with the remedy.
 */
export async function examineFolders(
  folders: readonly [string, ...string[]],
  floorBytes = 0,
  ask: (folders: readonly string[]) => Promise<number> = askFreeBytes,
): Promise<number> {
  for (const folder of folders) requireWritable(folder)
  const [dataDir] = folders
  const needed = Math.max(FREE_BYTES_MIN, floorBytes)
  const free = await ask(folders)
  if (free >= needed) return free
  throw new AlcoveError(
    'unavailable',
    `Only ${sizeText(free)} of the disk of the data folder ${dataDir} are free.`,
    {
      hint: `Make room there, ${sizeText(needed)} at least, or move the folder to another disk: on a full one nothing is kept.`,
    },
  )
}

function requireWritable(folder: string): void {
  const error = probeFolder(folder)
  if (error === undefined) return
  throw explainFolder(folder, error, { isOwnWrite: true }) ?? error
}

/**
 * Checks whether a page may show the chat of a project. Browsers get no reason, since they could find out
 * which projects exist; the operator gets it.
 *
 * @returns the page's origin.
 * @throws AlcoveError `not_found`, or `origin_not_allowed` with the remedy.
 */
async function examinePage(tool: Tool, page: string, id: string): Promise<string> {
  const origin = readOrigin(page)
  const settings = tool.readSettings()
  const { configPath, limits } = settings
  const configs = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  return tool.withProject(id, async (store) => {
    const { find } = createProjects({
      rows: store.projects,
      configs,
      environment: settings,
      now: tool.now,
    })
    const project = await find(id)
    if (!project) {
      throw createRefusal(
        `Project "${id}" is suspended: no page shows its chat.`,
        `Say ${PROGRAM} project resume ${id}.`,
      )
    }
    const { hosts } = project
    if (isAllowedOrigin(origin, hosts)) return origin
    const isMain = id === DEFAULT_PROJECT
    const place = isMain ? 'ALCOVE_ALLOWED_ORIGINS' : `hosts of its block in ${CONFIG_FILE}`
    const lack = isMain || configs.has(id) ? 'no hosts' : `no block in ${CONFIG_FILE}`
    throw createRefusal(
      hosts.length === 0
        ? `No page may show the chat of project "${id}": it has ${lack}.`
        : `${origin} may not show the chat of project "${id}". Those may: ${hosts.join(', ')}.`,
      `Add ${origin} to ${place}, and restart the server.`,
    )
  })
}

const createRefusal = (message: string, hint: string): AlcoveError =>
  new AlcoveError('origin_not_allowed', message, { hint })

function readOrigin(page: string): string {
  if (/^https?:\/\//i.test(page) && URL.canParse(page)) return new URL(page).origin
  throw new CommandLineError(
    `--page is ${JSON.stringify(page.slice(0, 100))}; expected the address of a page, such as https://shop.example/.`,
  )
}
