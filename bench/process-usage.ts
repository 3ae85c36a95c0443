import { readFileSync } from 'node:fs'

/** Unit of process times in the kernel; 100 per second on current Linux systems. */
const TICKS_PER_SECOND = 100

export interface ProcessUsage {
  /** CPU time of all threads, including kernel time. */
  readonly cpuSeconds: number
  readonly residentMiB: number
}

/** Reads the usage of a local process so far. Linux only. */
export function readUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is a name in brackets, which may contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])]
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    cpuSeconds: (userTicks + systemTicks) / TICKS_PER_SECOND,
    residentMiB: Number(resident) / 1_024,
  }
}
