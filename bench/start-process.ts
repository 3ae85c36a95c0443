import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../scripts/find-free-port.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { waitUntilHealthy } from '../scripts/server-process.ts'

export interface BenchProcess {
  /** For messages between a measured process and its parent. */
  readonly child: ChildProcess
  readonly pid: number
  readonly origin: string
  stop(): Promise<void>
}

export interface ProcessOptions {
  /** The only core that it may use (`taskset`); default: all. */
  readonly core?: number
}

/** Starts a server in a separate process on a free port, and waits until it answers. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: ProcessOptions = {},
): Promise<BenchProcess> {
  const port = await findFreePort()
  const child = spawnNode(args, { PORT: String(port), ...env }, options)
  const gone = new AbortController()
  const exited = once(child, 'exit')
  void exited.then(() => gone.abort(new Error(`${args.join(' ')} ended at its start.`)))
  const origin = `http://127.0.0.1:${port}`
  await waitUntilHealthy(`${origin}/healthz`, gone.signal)
  return { child, pid: child.pid!, origin, stop: () => kill(child, exited) }
}

/** A process of this Node that ends with this one. */
export function spawnNode(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { core }: ProcessOptions = {},
): ChildProcess {
  const pinned = core === undefined ? [] : ['taskset', '--cpu-list', String(core)]
  const [command = '', ...rest] = [...pinned, process.execPath, ...args]
  return spawn(command, rest, {
    cwd: REPOSITORY_ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    // The child ends when this channel closes, which it does with this process.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function kill(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // Killed, because a graceful stop waits for running answers, and nothing of its data is kept.
  child.kill('SIGKILL')
  await exited
}
