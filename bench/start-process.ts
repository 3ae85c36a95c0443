import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../scripts/find-free-port.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { waitUntilHealthy } from '../scripts/server-process.ts'

export interface BenchProcess {
  readonly pid: number
  readonly origin: string
  stop(): Promise<void>
}

/** A server as a process of its own, on a free port, once it answers. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<BenchProcess> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [...args], {
    cwd: REPOSITORY_ROOT,
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    // An open channel: it ends when this process does.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new AbortController()
  const exited = once(child, 'exit')
  void exited.then(() => gone.abort(new Error(`${args.join(' ')} ended at its start.`)))
  const origin = `http://127.0.0.1:${port}`
  await waitUntilHealthy(`${origin}/healthz`, gone.signal)
  return {
    pid: child.pid!,
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // At once: answers that run would be waited for, and nothing of it is kept.
      child.kill('SIGKILL')
      await exited
    },
  }
}
