// A separate process that requests a server's health at a steady pace: `health-pings.ts <origin> <pid>`. It
// reports the waits on request.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { HealthWait } from './watch-health.ts'

const PACE_MS = 5
const NANOSECONDS_PER_MS = 1_000_000

const [origin, pid] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const waits: HealthWait[] = []
const open = new Set<Promise<void>>()

setInterval(() => {
  const asked = ask().finally(() => open.delete(asked))
  open.add(asked)
}, PACE_MS)

process.on('message', () => void tell())

async function ask(): Promise<void> {
  const [startedAt, startedCpu] = [performance.now(), readCpu()]
  await new Promise<void>((done, fail) => {
    get(`${origin}/healthz`, { agent }, (response) => {
      response.resume().once('end', done)
    }).once('error', fail)
  })
  waits.push({ ms: performance.now() - startedAt, cpuMs: readCpu() - startedCpu })
}

/** Waits for the responses to earlier pings. */
async function tell(): Promise<void> {
  await Promise.all(open)
  process.send?.(waits.splice(0))
}

/** CPU time of the server's main thread, without its waits for a core or a disk. Linux only. */
function readCpu(): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / NANOSECONDS_PER_MS
}
