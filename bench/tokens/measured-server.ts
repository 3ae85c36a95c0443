import { readFileSync } from 'node:fs'
import { startProcess, type BenchProcess } from '../start-process.ts'

/** The server has one core for itself; provider and readers share another. */
export const SERVER_CORE = 0
export const OTHER_CORE = 1

/** Used by this bench only. */
const SECRET = 'a secret of the bench, as long as it has to be'

export interface ServerPlace {
  readonly provider: Pick<BenchProcess, 'origin'>
  readonly dataDir: string
  /** Default: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Default: streams stay in the process. */
  readonly redisUrl?: string | undefined
  /** Path of the provider's API; default: `/v1`. */
  readonly providerPath?: string | undefined
}

/** Starts the product with a provider over HTTP and without limits. */
export function startAlcove(
  dialect: 'openai-compatible' | 'anthropic',
  { provider, dataDir, databaseUrl, redisUrl, providerPath = '/v1' }: ServerPlace,
): Promise<BenchProcess> {
  const base = `${provider.origin}${providerPath}`
  const env = {
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_LIMITS: 'off',
    ALCOVE_MODEL: `${dialect}/bench`,
    OPENAI_BASE_URL: base,
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: 'of no use elsewhere',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, ALCOVE_SECRET: SECRET }),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  }
  return startProcess(['server/main.ts'], env, { core: SERVER_CORE })
}

/** Starts the minimal relay between a provider and a reader, on the server's core. */
export const startRelay = (provider: ServerPlace['provider']): Promise<BenchProcess> =>
  startProcess(
    ['bench/tokens/relay.ts'],
    { OPENAI_BASE_URL: `${provider.origin}/v1` },
    { core: SERVER_CORE },
  )

/** Bytes that the process has written to disks so far. Linux only. */
export function readWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}
