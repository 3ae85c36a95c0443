import { PROJECT_CACHE_MS } from '../projects/create-projects.ts'
import { findConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT, isProjectId, PROJECT_ID_EXPECTED } from '../projects/project.ts'
import type { ProjectRow, Store } from '../store/store.ts'
import { textTable } from './answer-text.ts'
import { type Answer, command } from './command.ts'
import { WORK_BITS, WORK_BITS_MAX } from '../../shared/proof-of-work.ts'
import { CommandLineError, readName } from './flags.ts'
import { nextSteps, projectBlock, projectTag } from './project-block.ts'
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
    const { isProduction, configPath } = tool.readSettings()
    const block = projectBlock(project, isProduction)
    const { service } = tool.findAddresses()
    const config = configPath ?? findConfig(process.cwd())
    return {
      text: `Made project "${id}". Next:\n\n${nextSteps({ id, block, service, config })}`,
      facts: { project: projectFacts(row), block, tag: projectTag(id, service) },
    }
  },
})

const listProjectsCommand = command({
  name: 'project list',
  about: 'List the projects',
  flags: {},
  async run(tool) {
    const rows = await tool.withStore((store) => store.projects.list())
    const table = rows.map((row) => [
      row.id,
      row.name,
      row.createdAt,
      row.suspendedAt,
      visitorsWord(row),
      workWord(row),
    ])
    return {
      text: textTable(['ID', 'NAME', 'MADE', 'SUSPENDED', 'VISITORS', 'WORK'], table),
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

const visitorsCommand = command({
  name: 'project visitors',
  takes: ['id', 'allowed|refused'],
  about: 'Let visitors without a name chat, or for now named users alone',
  details:
    'refused: users whom your own server names chat on, all others wait. Visitors keep their conversations and what\n' +
    'they typed, and go on once they are allowed again. Answers that run go on to their ends.',
  flags: {},
  run(tool, _, id, wish) {
    if (wish !== 'allowed' && wish !== 'refused') {
      throw new CommandLineError(`${JSON.stringify(wish)}: expected allowed or refused.`)
    }
    return change(tool, id, async (store) => {
      await store.projects.setNamedOnly(id, wish === 'refused')
      return wish === 'refused'
        ? `For now only named users may chat in project "${id}".`
        : `Visitors without a name may chat in project "${id}".`
    })
  },
})

const workCommand = command({
  name: 'project work',
  takes: ['id', 'bits'],
  about: 'Have new visitors solve a puzzle first, which their browsers do by themselves',
  details:
    `bits: 1 to ${WORK_BITS_MAX}, each one doubles the work (${WORK_BITS} take a slow phone about a second); or off; or config, as\n` +
    'alcove.config.ts says (visitors.proofOfWork). Clients other than the chat itself make no new visitors then.',
  flags: {},
  run(tool, _, id, bits) {
    const wanted = readBits(bits)
    return change(tool, id, async (store) => {
      await store.projects.setWorkBits(id, wanted)
      if (wanted === null) return `New visitors of project "${id}" follow alcove.config.ts.`
      return wanted === 0
        ? `New visitors of project "${id}" solve no puzzle.`
        : `New visitors of project "${id}" solve a puzzle of ${wanted} bits.`
    })
  },
})

export const PROJECT_COMMANDS = [
  createProjectCommand,
  listProjectsCommand,
  suspendProjectCommand,
  resumeProjectCommand,
  visitorsCommand,
  workCommand,
]

function setSuspended(tool: Tool, id: string, isSuspended: boolean): Promise<Answer> {
  return change(tool, id, async (store) => {
    await store.projects.setSuspended(id, isSuspended)
    const verb = isSuspended ? 'Suspended' : 'Resumed'
    const isMain = isSuspended && id === DEFAULT_PROJECT
    return (
      `${verb} project "${id}".` +
      (isMain ? ' It is the one that pages without a project use.' : '')
    )
  })
}

/** @param work changes the project, and returns a sentence about its new state. */
function change(tool: Tool, id: string, work: (store: Store) => Promise<string>): Promise<Answer> {
  return tool.withProject(id, async (store) => ({
    text: `${await work(store)} Running servers know within ${PROJECT_CACHE_MS / 1000} seconds.`,
    facts: projectFacts((await store.projects.find(id))!),
  }))
}

function readBits(word: string): number | null {
  if (word === 'config') return null
  if (word === 'off') return 0
  const bits = /^\d{1,2}$/.test(word) ? Number(word) : 0
  if (bits >= 1 && bits <= WORK_BITS_MAX) return bits
  throw new CommandLineError(
    `${JSON.stringify(word)}: expected 1 to ${WORK_BITS_MAX}, off or config.`,
  )
}

const visitorsWord = ({ namedOnlySince }: ProjectRow): string =>
  namedOnlySince === null ? 'allowed' : 'refused'

function workWord({ workBits }: ProjectRow): string {
  if (workBits === null) return 'config'
  return workBits === 0 ? 'off' : String(workBits)
}

const projectFacts = (row: ProjectRow) => ({
  id: row.id,
  name: row.name,
  created_at: row.createdAt,
  suspended_at: row.suspendedAt,
  named_only_since: row.namedOnlySince,
  work_bits: row.workBits,
})
