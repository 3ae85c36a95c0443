import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { Engine } from '../../scripts/store-place.ts'
import { createMigratedPlace } from './migrated-place.ts'
import { createChatClient } from './chat-client.ts'

/** Files in a folder: calls of the tools, one on each line, and the grant for reading the calendar. */
const DONE_FILE = 'done.txt'
const GRANT_FILE = 'granted.txt'

/**
 * An operator's file: `refund` asks first, `slow_refund` too and then takes its time, `order_status` runs at
 * once, and `read_calendar` needs an authorisation.
 */
const createConfig = (folder: string) => `
import { appendFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const done = (name, args) => appendFile(${JSON.stringify(join(folder, DONE_FILE))}, JSON.stringify([name, args]) + '\\n')
const parameters = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] }
const interrupt = () => Object.assign(new Error('Authorization required'), {
  name: 'AUTH0_AI_INTERRUPT', code: 'TokenVaultError', connection: 'google-oauth2',
  scopes: ['calendar.read'], requiredScopes: ['calendar.read'], behavior: 'resume',
})

export default {
  projects: {
    default: {
      assistants: {
        default: {
          maxSteps: 4,
          tools: [
            {
              name: 'refund',
              parameters,
              needsApproval: true,
              execute: async (args) => { await done('refund', args); return { refunded: args.order } },
            },
            {
              name: 'slow_refund',
              parameters,
              needsApproval: true,
              execute: async (args) => { await done('slow_refund', args); await delay(60_000); return 'late' },
            },
            {
              name: 'order_status',
              parameters,
              execute: async (args) => { await done('order_status', args); return { state: 'sent' } },
            },
            {
              name: 'read_calendar',
              parameters: { type: 'object' },
              execute: async (args) => {
                await done('read_calendar', args)
                if (!existsSync(${JSON.stringify(join(folder, GRANT_FILE))})) throw interrupt()
                return { free: true }
              },
            },
          ],
        },
      },
    },
  },
}
`

export type ToolsServer = Awaited<ReturnType<typeof startToolsServer>>

/** The real server as a process, with a scripted model and tools that record their calls. */
export async function startToolsServer(engine: Engine, postgresUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-tools-'))
  await writeFile(join(folder, 'alcove.config.ts'), createConfig(folder))
  const place = await createMigratedPlace(engine, postgresUrl)
  const model = await startModelServer()
  const env = {
    ALCOVE_CONFIG: join(folder, 'alcove.config.ts'),
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: model.url,
    ALCOVE_SECRET: 'a secret of the server, for tools that run on it',
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  }
  const start = (port?: number) =>
    startAlcove({ dataDir: place.dataDir, env, ...(port === undefined ? {} : { port }) })
  let alcove = await start()

  return {
    model,
    /** A new visitor. */
    createClient: () => createChatClient(`http://127.0.0.1:${alcove.port}`),
    /** The tools' calls, in order. */
    async done(): Promise<readonly (readonly [name: string, args: unknown])[]> {
      const text = await readFile(join(folder, DONE_FILE), 'utf8').catch(() => '')
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as [string, unknown])
    },
    grant: () => writeFile(join(folder, GRANT_FILE), ''),
    revoke: () => rm(join(folder, GRANT_FILE), { force: true }),
    /** As a loss of power would, followed by a new start. */
    async killAndStart() {
      await alcove.kill()
      alcove = await start(alcove.port)
    },
    async stop() {
      await alcove.stop()
      await model.stop()
      await place.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
