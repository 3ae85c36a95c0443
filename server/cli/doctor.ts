import { isAllowedOrigin } from '../../shared/bridge/handshake.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { examineOwnFolders } from '../examine-folders.ts'
import { createProjects } from '../projects/create-projects.ts'
import { checkConfigs } from '../projects/check-configs.ts'
import { CONFIG_FILE, loadConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { Settings } from '../settings.ts'
import { type Examination, examineStore } from '../store/examine-store.ts'
import type { LimitsState } from '../store/postgres-limits.ts'
import { sizeText } from '../size-text.ts'
import { bucketLines, requireBucket } from './doctor-bucket.ts'
import { command } from './command.ts'
import { examineModels } from './examine-models.ts'
import { CommandLineError } from './flags.ts'
import { requireDatabase, type Tool } from './tool.ts'

const SEARCH_TEXTS = {
  whole: 'The search index is whole.',
  anew: 'The search index was made anew; that of the desk fills while a server runs.',
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
      store,
      configs: { current: configs },
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
