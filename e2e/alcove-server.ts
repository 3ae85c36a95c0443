import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../scripts/find-free-port.ts'
import { START_LIMIT_MS } from '../scripts/test-limits.ts'

const READY_CHECK_MS = 50

export interface AlcoveServer {
  readonly port: number
  readonly pid: number
  /** Output of the server, to explain a failed test. */
  output(): string
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits for the exit. Its data folder stays. */
  kill(): Promise<void>
}

export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>
  /** Data folder. Default: a folder that is removed with the server. */
  readonly dataDir?: string
  /** Content of an `alcove.config.ts`, which is written into the data folder. Default: none. */
  readonly config?: string
  readonly port?: number
  /** Limit of open files and sockets (`ulimit -n`). Default: the machine's limit. */
  readonly openFiles?: number
  /** The largest file that the server may write, in KiB (`ulimit -f`). Default: the machine's limit. */
  readonly fileKib?: number
  /** File for the log, instead of {@link AlcoveServer.output}. */
  readonly logFile?: string
  /** Limit for a start with long migrations. */
  readonly readyTimeoutMs?: number
}

/** Starts the real server in a separate process on a free port, and waits until it answers. */
export async function startAlcove({
  env,
  dataDir,
  config,
  port,
  openFiles,
  fileKib,
  logFile,
  readyTimeoutMs = START_LIMIT_MS,
}: ServerOptions): Promise<AlcoveServer> {
  const ownDir = dataDir === undefined ? await mkdtemp(join(tmpdir(), 'alcove-e2e-')) : undefined
  const folder = dataDir ?? ownDir!
  const configFile = join(folder, 'alcove.config.ts')
  if (config !== undefined) await writeFile(configFile, config)
  const usedPort = port ?? (await findFreePort())
  const main = [process.execPath, 'server/main.ts']
  const limits = [
    ...(openFiles === undefined ? [] : [`ulimit -n ${openFiles}`]),
    // In blocks of 512 bytes.
    ...(fileKib === undefined ? [] : [`ulimit -f ${2 * fileKib}`]),
  ]
  const [command, ...args] =
    limits.length === 0 ? main : ['sh', '-c', `${limits.join(' && ')} && exec "$0" "$@"`, ...main]
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const child = spawn(command!, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ALCOVE_DATA_DIR: folder,
      ...(config === undefined ? {} : { ALCOVE_CONFIG: configFile }),
      PORT: String(usedPort),
      ALCOVE_LIMITS: 'off',
      ...env,
    },
    // The server ends when this channel closes, which it does with this process.
    stdio: ['ignore', log ?? 'pipe', 'pipe', 'ipc'],
  })
  if (log !== undefined) closeSync(log)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => (printed += String(data)))
  }
  // An exit alone may come before the last output.
  const exited = once(child, 'close') as Promise<[number | null]>

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal)
    const [code] = await exited
    if (ownDir) await rm(ownDir, { recursive: true, force: true })
    return code
  }

  const answers = async () => {
    const response = await fetch(`http://127.0.0.1:${usedPort}/healthz`).catch(() => undefined)
    return response?.ok === true
  }
  const deadline = Date.now() + readyTimeoutMs
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${printed}`)
    }
    await delay(READY_CHECK_MS)
  }
  return {
    port: usedPort,
    pid: child.pid!,
    output: () => printed,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}

/** Runs the operator's command line beside a server, on its data; gives the output. */
export async function runOperator(dataDir: string, ...args: readonly string[]): Promise<string> {
  const line = ['server/cli/main.ts', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, line, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ALCOVE_DATA_DIR: dataDir,
    },
  })
  return stdout
}
