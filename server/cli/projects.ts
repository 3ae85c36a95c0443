import { PROJECT_CACHE_MS } from '../projects/create-projects.ts'
import { CONFIG_FILE } from '../projects/load-config.ts'
import { DEFAULT_PROJECT, isProjectId, PROJECT_ID_EXPECTED } from '../projects/project.ts'
import type { ProjectRow } from '../store/store.ts'
import { textTable } from './answer-text.ts'
import { type Answer, command } from './command.ts'
import { CommandLineError, readName } from './flags.ts'
import type { Tool } from './tool.ts'

const createProjectCommand = command({
  name: 'project create',
  takes: ['id'],
  about: 'Make a project and print its block of the configuration',
  details: `The id is ${PROJECT_ID_EXPECTED}.`,
  flags: { name: { value: 'name', about: 'what people call it; the id when absent' } },
  async run(tool, { name }, id) {
    if (!isProjectId(id)) {
      throw new CommandLineError(
        `The id is ${JSON.stringify(id)}; expected ${PROJECT_ID_EXPECTED}.`,
      )
    }
    const project = { id, name: readName(name) ?? id }
    const row = await tool.withStore((store) => store.projects.create(project))
    const block = projectBlock(id)
    return {
      text: [
        `Made project "${id}". No page may embed it before it has a block in ${CONFIG_FILE}: paste`,
        'this below "projects", name the origins of its pages, and restart the server.',
        '',
        block,
      ].join('\n'),
      facts: { project: projectFacts(row), block },
    }
  },
})

const listProjectsCommand = command({
  name: 'project list',
  about: 'List the projects',
  flags: {},
  async run(tool) {
    const rows = await tool.withStore((store) => store.projects.list())
    const table = rows.map(({ id, name, createdAt, suspendedAt }) => [
      id,
      name,
      createdAt,
      suspendedAt,
    ])
    return {
      text: textTable(['ID', 'NAME', 'MADE', 'SUSPENDED'], table),
      facts: rows.map(projectFacts),
    }
  },
})

const suspendProjectCommand = command({
  name: 'project suspend',
  takes: ['id'],
  about: 'Switch a project off; it keeps its data',
  flags: {},
  run: (tool, _, id) => setSuspended(tool, id, true),
})

const resumeProjectCommand = command({
  name: 'project resume',
  takes: ['id'],
  about: 'Switch a suspended project on again',
  flags: {},
  run: (tool, _, id) => setSuspended(tool, id, false),
})

export const PROJECT_COMMANDS = [
  createProjectCommand,
  listProjectsCommand,
  suspendProjectCommand,
  resumeProjectCommand,
]

function setSuspended(tool: Tool, id: string, isSuspended: boolean): Promise<Answer> {
  return tool.withProject(id, async (store) => {
    await store.projects.setSuspended(id, isSuspended)
    const verb = isSuspended ? 'Suspended' : 'Resumed'
    const isMain = isSuspended && id === DEFAULT_PROJECT
    return {
      text:
        `${verb} project "${id}". Running servers know within ${PROJECT_CACHE_MS / 1000} seconds.` +
        (isMain ? ' It is the one that pages without a project use.' : ''),
      facts: projectFacts((await store.projects.find(id))!),
    }
  })
}

const projectFacts = ({ id, name, createdAt, suspendedAt }: ProjectRow) => ({
  id,
  name,
  created_at: createdAt,
  suspended_at: suspendedAt,
})

/**
 * What the operator pastes into `alcove.config.ts`, below `projects`, for a project that was just made.
 * It is valid as it stands, and lets nobody in until an origin is written.
 */
export function projectBlock(id: string): string {
  const key = /^[a-z_$][\w$]*$/i.test(id) ? id : `'${id}'`
  return `    ${key}: {
      // Origins of the pages that embed the chat, such as 'https://shop.example'.
      hosts: [],
      // auth: { secret: process.env['HOST_SECRET_OF_${constantCase(id)}'] ?? '' },
      // assistants: { default: { system: 'Be brief.' } },
    },
`
}

const constantCase = (id: string): string => id.toUpperCase().replaceAll('-', '_')
