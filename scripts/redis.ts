import { Redis } from 'ioredis'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureProgram, isExecutable } from './debian-package.ts'
import { findFreePort } from './find-free-port.ts'
import { startKeptServer, type KeptServer } from './kept-server.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const POLL_MS = 20
const HOST = '127.0.0.1'

export interface RedisServer {
  readonly url: string
  /** Suspends it: connections stay open and get no answer, as on a machine that hangs. */
  pause(): void
  resume(): void
  /** Ends it like a crash: its data is lost. Without effect if it does not run. */
  kill(): Promise<void>
  /** Starts it empty at the same address after {@link kill}. */
  restart(): Promise<void>
  /** Ends it and removes its files. Can be called repeatedly. */
  stop(): Promise<void>
}

interface Running {
  readonly keeper: KeptServer
  readonly pid: number
}

/** A fresh Redis for tests, on a free local port, without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const program = ensureRedis()
  const port = await findFreePort()
  const url = `redis://${HOST}:${port}`
  let running: Running | undefined = await run(program, port, url)

  const kill = async () => {
    const { keeper } = running ?? {}
    running = undefined
    await keeper?.stop()
  }
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    if (running) process.kill(running.pid, signal)
  }
  return {
    url,
    pause: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
    kill,
    async restart() {
      running ??= await run(program, port, url)
    },
    stop: kill,
  }
}

/** Finds Redis, or installs Debian's package if this process may. Throws a sentence otherwise. */
const ensureRedis = (): string =>
  ensureProgram({
    name: 'Redis',
    debianPackage: 'redis-server',
    find: findRedis,
    advice:
      'The integration tests need Redis: install it (Debian: apt-get install redis-server), or put the folder of redis-server on PATH.',
  })

function findRedis(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  return folders.map((folder) => join(folder, 'redis-server')).find(isExecutable)
}

async function run(program: string, port: number, url: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-redis-'))
  const keeper = startKeptServer({
    folder,
    command: [program, ...serverOptions(port, folder)],
    // SIGKILL, because Redis has nothing to save and a paused process handles no other signal.
    signal: 'KILL',
  })
  try {
    return { keeper, pid: await waitUntilReady(url, join(folder, 'log')) }
  } catch (error) {
    await keeper.stop()
    throw error
  }
}

const serverOptions = (port: number, folder: string): string[] => [
  '--port',
  String(port),
  '--bind',
  HOST,
  '--dir',
  folder,
  '--save',
  '',
  '--appendonly',
  'no',
]

/** Returns its process id. */
async function waitUntilReady(url: string, logFile: string): Promise<number> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: null })
    // Without a listener, errors would be printed.
    client.on('error', () => {})
    try {
      await client.connect()
      return Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1])
    } catch (error) {
      if (performance.now() > end) {
        const log = readFileSync(logFile, 'utf8')
        throw new Error(`Redis did not start. Its log:\n${log}`, { cause: error })
      }
      await delay(POLL_MS)
    } finally {
      client.disconnect()
    }
  }
}
