import { connectCases, type ConnectedCases } from '../connect-cases.ts'
import { createLog } from '../log.ts'
import { createAssistants } from '../models/create-assistants.ts'
import { createProjects } from '../projects/create-projects.ts'
import { parseConfig } from '../projects/parse-config.ts'
import { readSettings, type Environment } from '../settings.ts'
import { openStore, type Store } from '../store/store.ts'
import { TEST_SECRET } from './create-test-app.ts'

/** A server's settings, as far as cases need them. */
export interface CasesOrder {
  readonly env: Environment
  /** Of `alcove.config.ts`, without values of code. */
  readonly config: Parameters<typeof parseConfig>[0]
  /** Milliseconds since 1970, at which the clock stands. */
  readonly at: number
}

/** Cases as a server of these settings works on them. */
export function connectTestCases(store: Store, { env, config, at }: CasesOrder): ConnectedCases {
  const settings = readSettings(
    { ALCOVE_SECRET: TEST_SECRET, ALCOVE_DATA_DIR: '.', ...env },
    () => TEST_SECRET,
  )
  const source = { name: 'alcove.config.ts', limits: settings.limits }
  const configs = { current: parseConfig(config, source) }
  const now = () => at
  const projects = createProjects({ store, configs, environment: settings, now })
  const assistants = createAssistants({
    configOf: async (id, assistant) => (await projects.find(id))?.assistants.get(assistant),
    settings,
    postTool: () => Promise.reject(new Error('no tool')),
  })
  const log = createLog({ write: (line) => console.error(line) })
  return connectCases({ settings, configs, store, log, now }, projects, assistants, {
    ...assistants,
    knowledgeOf: () => Promise.resolve(undefined),
  })
}

export interface CasesProcessOrder extends CasesOrder {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** Starts the nights that are due and asks what is left, for a process that tests kill. */
export async function askCasesInProcess({ dataDir, databaseUrl, ...order }: CasesProcessOrder) {
  const now = () => new Date(order.at)
  const store = await openStore({ dataDir, databaseUrl, isTool: true, now })
  const cases = connectTestCases(store, order)
  await cases.startDue()
  await cases.work()
  await store.close()
}
