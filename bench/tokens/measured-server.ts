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
  /** True: it may use all cores. */
  readonly hasAllCores?: boolean
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>
}

/** Settings with which a server, or the command line, finds its data. */
export const placeEnv = ({
  dataDir,
  databaseUrl,
}: Pick<ServerPlace, 'dataDir' | 'databaseUrl'>): Readonly<Record<string, string>> => ({
  ALCOVE_DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, ALCOVE_SECRET: SECRET }),
})

/** Starts the product with a provider over HTTP and without limits. */
export function startAlcove(
  dialect: 'openai-compatible' | 'anthropic',
  { provider, redisUrl, providerPath = '/v1', hasAllCores, env: more, ...place }: ServerPlace,
): Promise<BenchProcess> {
  const base = `${provider.origin}${providerPath}`
  const env = {
    ...placeEnv(place),
    ALCOVE_LIMITS: 'off',
    ALCOVE_MODEL: `${dialect}/bench`,
    OPENAI_BASE_URL: base,
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: 'of no use elsewhere',
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...more,
  }
  return startProcess(['server/main.ts'], env, hasAllCores ? {} : { core: SERVER_CORE })
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
