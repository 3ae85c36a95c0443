import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/** How long one call of `/healthz` waited, and how much of that the server's own thread worked. */
export interface HealthWait {
  readonly ms: number
  readonly cpuMs: number
}

export interface HealthWatch {
  /** The waits since the last call of this, all of which have ended. */
  take(): Promise<readonly HealthWait[]>
  stop(): Promise<void>
}

/** Asks a server for its health all the time, in a process of its own. */
export async function watchHealth(origin: string, pid: number): Promise<HealthWatch> {
  const child = fork(join(import.meta.dirname, 'health-pings.ts'), [origin, String(pid)])
  favour([pid, child.pid!])
  const exited = once(child, 'exit')
  const take = async () => {
    const told = once(child, 'message') as Promise<[readonly HealthWait[]]>
    child.send('tell')
    return (await told)[0]
  }
  // Once it answers, it runs.
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

/** Before whatever else the machine does; where that is not allowed, the figures have it in them. */
function favour(pids: readonly number[]): void {
  try {
    for (const pid of pids) setPriority(pid, FAVOURED)
  } catch {
    console.log('These figures are of processes without priority: run it on a machine at rest.')
  }
}
