import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createChatClient, type ChatClient } from './chat-client.ts'
import { createMigratedDatabase } from './migrated-place.ts'

/** `ALCOVE_SECRET` of all processes. */
export const SHARED_SECRET = 'a secret that all processes of a test share'

export interface ProcessesSettings {
  readonly postgresUrl: string
  /** Absent: they share only the database. */
  readonly redisUrl?: string
  /** Default 2. */
  readonly count?: number
  /** Their address of the database. Default: the database's own. */
  readonly urlOf?: (databaseUrl: string) => string
  /** Additional settings of one of them. */
  readonly envOf?: (index: number) => Readonly<Record<string, string>>
}

/** Several processes of the real server over one Postgres, and one Redis if there is one. */
export interface Processes {
  readonly model: ModelServer
  /** Address of the database itself. */
  readonly databaseUrl: string
  /** The address of one of them. */
  origin(index: number): string
  port(index: number): number
  /** A new visitor, at the first process. */
  createClient(): Promise<ChatClient>
  /** SIGSTOP: it does nothing, and its sockets stay open, until it is woken. */
  pause(index: number): void
  wake(index: number): void
  /** SIGKILL. It stays down until {@link restart}. */
  kill(index: number): Promise<void>
  /** At the same address. */
  restart(index: number): Promise<void>
  stop(): Promise<void>
}

export async function startProcesses(settings: ProcessesSettings): Promise<Processes> {
  const { postgresUrl, redisUrl, count = 2, urlOf = (url) => url, envOf = () => ({}) } = settings
  const model = await startModelServer()
  const databaseUrl = await createMigratedDatabase(postgresUrl)
  const env = {
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: model.url,
    ALCOVE_SECRET: SHARED_SECRET,
    DATABASE_URL: urlOf(databaseUrl),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  }
  // At once, as a deployment starts them.
  const processes: AlcoveServer[] = await Promise.all(
    Array.from({ length: count }, (_, index) => startAlcove({ env: { ...env, ...envOf(index) } })),
  )
  const at = (index: number): AlcoveServer => {
    const found = processes[index]
    if (!found) throw new Error(`There is no process ${index}.`)
    return found
  }
  const port = (index: number) => at(index).port
  const origin = (index: number) => `http://127.0.0.1:${port(index)}`

  return {
    model,
    databaseUrl,
    port,
    origin,
    createClient: () => createChatClient(origin(0)),
    pause: (index) => void process.kill(at(index).pid, 'SIGSTOP'),
    wake: (index) => void process.kill(at(index).pid, 'SIGCONT'),
    kill: (index) => at(index).kill(),
    async restart(index) {
      processes[index] = await startAlcove({
        env: { ...env, ...envOf(index) },
        port: port(index),
      })
    },
    async stop() {
      // Stopping would wait for an answer that never ends.
      await Promise.all(processes.map((each) => each.kill()))
      await model.stop()
    },
  }
}
