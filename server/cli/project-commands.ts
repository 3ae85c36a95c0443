import { PROJECT_CACHE_MS } from '../projects/create-projects.ts'
import { CONFIG_FILE } from '../projects/load-config.ts'
import { projectBlock } from '../projects/project-block.ts'
import { DEFAULT_PROJECT, isProjectId, PROJECT_ID_EXPECTED } from '../projects/project.ts'
import type { ProjectRow } from '../store/store.ts'
import { CommandLineError } from './command-line-error.ts'
import { command, type Answer } from './command.ts'
import { readName } from './read-name.ts'
import { requireProject } from './require-project.ts'
import { textTable } from './text-table.ts'
import type { Tool } from './tool.ts'

export const createProjectCommand = command({
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

export const listProjectsCommand = command({
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

export const suspendProjectCommand = command({
  name: 'project suspend',
  takes: ['id'],
  about: 'Switch a project off; it keeps its data',
  flags: {},
  run: (tool, _, id) => setSuspended(tool, id, true),
})

export const resumeProjectCommand = command({
  name: 'project resume',
  takes: ['id'],
  about: 'Switch a suspended project on again',
  flags: {},
  run: (tool, _, id) => setSuspended(tool, id, false),
})

function setSuspended(tool: Tool, id: string, isSuspended: boolean): Promise<Answer> {
  return tool.withStore(async (store) => {
    await requireProject(store, id)
    await store.projects.setSuspended(id, isSuspended)
    const verb = isSuspended ? 'Suspended' : 'Resumed'
    const isMain = isSuspended && id === DEFAULT_PROJECT
    return {
      text:
        `${verb} project "${id}". Running servers know within ${PROJECT_CACHE_MS / 1000} seconds.` +
        (isMain ? ' It is the one that pages without a project use.' : ''),
      facts: projectFacts(await requireProject(store, id)),
    }
  })
}

const projectFacts = ({ id, name, createdAt, suspendedAt }: ProjectRow) => ({
  id,
  name,
  created_at: createdAt,
  suspended_at: suspendedAt,
})
