import { isAllowedOrigin } from '../../shared/bridge/handshake.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createProjects } from '../projects/create-projects.ts'
import { CONFIG_FILE, loadConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import { CommandLineError } from './flags.ts'
import { PROGRAM, type Tool } from './tool.ts'

/**
 * Whether a page may show the chat of a project. A browser is told of no reason, since everybody could
 * ask it which projects there are; the operator is.
 *
 * @returns the page's origin.
 * @throws AlcoveError `not_found`, or `origin_not_allowed` with what to do.
 */
export async function examinePage(tool: Tool, page: string, id: string): Promise<string> {
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
