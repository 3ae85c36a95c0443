import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './find-free-port.ts'
import { startKeptServer } from './kept-server.ts'
import { ensurePostgresPrograms } from './postgres-programs.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const POLL_MS = 50
const HOST = '127.0.0.1'
const SUPERUSER = 'postgres'
const NAMED_STRATEGIES_VERSION = 150_000

export interface Postgres {
  /** URL of the server's own database; see {@link createDatabase}. */
  readonly url: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Ends every connection, stops the server, removes its files. Can be called repeatedly. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Parent of its folder, which its user can reach. Default: the system's temporary folder. */
  readonly within?: string | undefined
  /** Settings of the server, such as `shared_preload_libraries=…`, besides the defaults here. */
  readonly settings?: readonly string[]
}

/** A fresh Postgres for tests, on a free port of this machine, as durable as its folder. */
export async function startPostgres({
  within,
  settings = [],
}: PostgresOptions = {}): Promise<Postgres> {
  const programs = ensurePostgresPrograms()
  const user = findServerUser()
  // As root, the folder must be reachable for another user, as the system's temporary folder always is.
  const folder = mkdtempSync(join(within ?? (user ? '/tmp' : tmpdir()), 'alcove-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await findFreePort()
  const as = { ...user, cwd: folder }
  try {
    execFileSync(join(programs, 'initdb'), initOptions(data), { ...as, stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const options = [
    ...serverOptions(data, port, folder),
    ...settings.flatMap((each) => ['-c', each]),
  ]
  const command = [join(programs, 'postgres'), ...options]
  const server = startKeptServer({ folder, command, signal: 'INT', user })
  const url = `postgres://${SUPERUSER}@${HOST}:${port}/postgres`
  try {
    await waitUntilReady(url, join(folder, 'log'))
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url,
    createDatabase: () => createDatabase(url),
    stop: () => server.stop(),
  }
}

export interface DatabaseOptions {
  /** Default: a unique name. */
  readonly name?: string
  /** The database to copy. Default: an empty one. */
  readonly template?: string | undefined
}

/** Creates a database on the server of `serverUrl` and returns its URL. */
export async function createDatabase(
  serverUrl: string,
  {
    name = `test_${crypto.randomUUID().replaceAll('-', '')}`,
    template = 'template1',
  }: DatabaseOptions = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template} ${await copyClause(client)}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Copies files, which takes half the time of the default: that also logs each page. Before Postgres 15 it is
 * the only way, and has no name.
 */
async function copyClause(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  return rows[0]!.version < NAMED_STRATEGIES_VERSION ? '' : 'strategy file_copy'
}

/** Postgres and PgBouncer refuse to run as root; returns the user that their package created. */
export function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, SUPERUSER], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const initOptions = (data: string): string[] => [
  '-D',
  data,
  '-U',
  SUPERUSER,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
]

const serverOptions = (data: string, port: number, folder: string): string[] => [
  '-D',
  data,
  '-p',
  String(port),
  '-k',
  folder,
  '-c',
  `listen_addresses=${HOST}`,
  '-c',
  'max_connections=200',
]

async function waitUntilReady(url: string, logFile: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_LIMIT_MS })
    // Without a listener, an error between the attempt and its end would end this process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > end) {
        const log = readFileSync(logFile, 'utf8')
        throw new Error(`Postgres did not start. Its log:\n${log}`, { cause: error })
      }
      await delay(POLL_MS)
    }
  }
}
