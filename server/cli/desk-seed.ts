import { createAnswerFacts } from '../desk/facts/create-answer-facts.ts'
import { createDayOf } from '../desk/facts/day-of.ts'
import { removeSeedPages } from '../desk/seed/seed-pages.ts'
import { seedProject, seedUsers } from '../desk/seed/seed-project.ts'
import { SEED_MODELS, SEED_PRICES } from '../desk/seed/seed-texts.ts'
import { isProjectId, PROJECT_ID_EXPECTED } from '../projects/project.ts'
import { openStore, type Store } from '../store/store.ts'
import { plural } from './answer-text.ts'
import { type Answer, command } from './command.ts'
import { CommandLineError, PROJECT_FLAG } from './flags.ts'
import type { Tool } from './tool.ts'

const CONVERSATIONS = 2_000
const CONVERSATIONS_MAX = 100_000

export const deskSeedCommand = command({
  name: 'desk seed',
  about: 'Fill a project with made-up conversations, to look at the desk',
  details:
    'Thirty days of a lamp shop in five languages, with ratings, failures and costs, by users named desk-seed-1 and so\n' +
    'on, and the shop’s pages as a source of knowledge. A missing project is made. One with conversations or pages is\n' +
    'refused unless --yes is there. --remove removes all of it again, with its figures by day.',
  flags: {
    project: PROJECT_FLAG,
    conversations: { value: 'number', about: `how many; ${CONVERSATIONS} when absent` },
    seed: { value: 'number', about: 'equal numbers give equal conversations; 1 when absent' },
    remove: { about: 'remove the made-up conversations' },
    yes: { about: 'do it, although the project has conversations or pages' },
  },
  async run(tool, { project, conversations, seed, remove, yes }) {
    if (remove) return removeSeed(tool, project)
    const seedNumber = readNumber('--seed', seed, 1, 2 ** 31)
    const count = readNumber('--conversations', conversations, CONVERSATIONS, CONVERSATIONS_MAX)
    const { isNew, isUsed } = await tool.withStore(async (store) => {
      const isNew = await makeIfMissing(store, project)
      const threads = await store.threads.listProject(project, { limit: 1 })
      const isUsed = threads.length > 0 || (await store.sources.list(project)).length > 0
      return { isNew, isUsed }
    })
    if (isUsed && !yes) {
      throw new CommandLineError(
        `Project "${project}" has conversations or pages. Add --yes to mix made-up ones into them; assistants find the pages too.`,
      )
    }
    const { text, facts } = await fill(tool, project, count, seedNumber)
    return { text: isNew ? `Made project "${project}". ${text}` : text, facts }
  },
})

/** Returns whether it made the project. */
async function makeIfMissing(store: Store, id: string): Promise<boolean> {
  if (await store.projects.find(id)) return false
  if (!isProjectId(id)) {
    throw new CommandLineError(
      `--project is ${JSON.stringify(id)}; expected ${PROJECT_ID_EXPECTED}.`,
    )
  }
  await store.projects.create({ id, name: id })
  return true
}

function readNumber(flag: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw new CommandLineError(`${flag} is ${JSON.stringify(text)}; expected 1 to ${max}.`)
}

async function fill(
  tool: Tool,
  projectId: string,
  conversations: number,
  seed: number,
): Promise<Answer> {
  const settings = tool.readSettings()
  const { databaseUrl, databaseConnections, dataDir } = settings
  const endsAt = tool.now()
  // Rows get the times of their conversations.
  let clock = endsAt
  const now = () => new Date(clock)
  const store = await openStore({ databaseUrl, databaseConnections, dataDir, isTool: true, now })
  try {
    const facts = createAnswerFacts({
      store,
      prices: SEED_PRICES,
      dayOf: createDayOf(settings.deskTimeZone),
      keepsPrompts: () => Promise.resolve(true),
      now,
      onError: (error) => tool.warn(String(error)),
    })
    const setClock = (ms: number) => void (clock = ms)
    const answers = await seedProject({
      store,
      facts,
      setClock,
      projectId,
      conversations,
      seed,
      endsAt,
      onProgress: (done, title) => tool.progress.show(done, conversations, title),
    })
    tool.progress.end()
    return {
      text: `Made ${plural(conversations, 'conversation')} with ${plural(answers, 'answer')} in project "${projectId}".`,
      facts: { conversations, answers },
    }
  } finally {
    await store.close()
  }
}

async function removeSeed(tool: Tool, projectId: string): Promise<Answer> {
  const conversations = await tool.withProject(projectId, async (store) => {
    let count = 0
    for (const user of seedUsers()) count += (await store.users.erase(projectId, user)).threads
    await removeSeedPages(store, projectId)
    await store.facts.removeFiguresOf(projectId, SEED_MODELS)
    return count
  })
  return {
    text: `Removed ${plural(conversations, 'conversation')} from project "${projectId}".`,
    facts: { conversations },
  }
}
