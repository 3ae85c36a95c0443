import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/** Wait of one call of `/healthz`, and the CPU time of the server's main thread within it. */
export interface HealthWait {
  readonly ms: number
  readonly cpuMs: number
}

export interface HealthWatch {
  /** Finished waits since the previous call. */
  take(): Promise<readonly HealthWait[]>
  stop(): Promise<void>
}

/** Requests a server's health continuously from a separate process. */
export async function watchHealth(origin: string, pid: number): Promise<HealthWatch> {
  const child = fork(join(import.meta.dirname, 'health-pings.ts'), [origin, String(pid)])
  favour([pid, child.pid!])
  const exited = once(child, 'exit')
  const take = async () => {
    const told = once(child, 'message') as Promise<[readonly HealthWait[]]>
    child.send('tell')
    return (await told)[0]
  }
  // A first response shows that the process is running.
  await take()
  return {
    take,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const FAVOURED = -15

/** Raises the priority above other programs. Without permission, the figures include their work. */
function favour(pids: readonly number[]): void {
  try {
    for (const pid of pids) setPriority(pid, FAVOURED)
  } catch {
    console.log('These figures are of processes without priority: run it on a machine at rest.')
  }
}
