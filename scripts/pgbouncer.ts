import { mkdtempSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureProgram, isExecutable } from './debian-package.ts'
import { findFreePort } from './find-free-port.ts'
import { startKeptServer } from './kept-server.ts'
import { findServerUser } from './postgres.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const POLL_MS = 20
const HOST = '127.0.0.1'

export interface Pooler {
  /** URL of the same database through the pooler. */
  urlOf(databaseUrl: string): string
  /** Can be called repeatedly. */
  stop(): Promise<void>
}

export interface PoolerOptions {
  /** Determines when a connection to Postgres is free for the next client. */
  readonly mode: 'session' | 'transaction'
  /** Startup parameters that the pooler drops without refusing the client. Default: none. */
  readonly ignoredParameters?: readonly string[]
  /** Connections to each database. */
  readonly poolSize: number
}

/** Runs a PgBouncer in front of a Postgres of {@link startPostgres}, on a free port of this machine. */
export async function startPgbouncer(
  postgresUrl: string,
  { mode, ignoredParameters = [], poolSize }: PoolerOptions,
): Promise<Pooler> {
  const program = ensurePgbouncer()
  const user = findServerUser()
  const folder = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'alcove-pgbouncer-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const port = await findFreePort()
  const { hostname, port: postgresPort, username } = new URL(postgresUrl)
  const users = join(folder, 'users')
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${postgresPort}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
ignore_startup_parameters = ${ignoredParameters.join(',')}
`,
  )
  // PgBouncer has no state to save.
  const keeper = startKeptServer({ folder, command: [program, config], signal: 'KILL', user })
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `${HOST}:${port}`
    return url.href
  }
  try {
    await waitUntilReady(urlOf(postgresUrl), join(folder, 'log'))
  } catch (error) {
    await keeper.stop()
    throw error
  }
  return { urlOf, stop: () => keeper.stop() }
}

/** Finds PgBouncer, or installs Debian's package if this process may. Throws a sentence otherwise. */
const ensurePgbouncer = (): string =>
  ensureProgram({
    name: 'PgBouncer',
    debianPackage: 'pgbouncer',
    find: findPgbouncer,
    advice:
      'The tests of poolers need PgBouncer: install it (Debian: apt-get install pgbouncer), or put its folder on PATH.',
  })

function findPgbouncer(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find(isExecutable)
}

async function waitUntilReady(url: string, logFile: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_LIMIT_MS })
    // Without a listener, an error between the attempt and its end would end this process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch (error) {
      if (performance.now() > end) {
        const log = readFileSync(logFile, 'utf8')
        throw new Error(`PgBouncer did not start. Its log:\n${log}`, { cause: error })
      }
      await delay(POLL_MS)
    }
  }
}
