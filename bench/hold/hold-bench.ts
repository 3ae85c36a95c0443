import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { DESK_ROUTES } from '../../server/desk/desk-routes.ts'
import { percentile } from '../percentile.ts'
import { createChatCalls } from './chat-calls.ts'
import { createDerivedCalls, type Description } from './derived-calls.ts'
import { createDeskCalls, deskRouteName } from './desk-calls.ts'
import type { HostileCall } from './hostile-call.ts'
import type { HoldScale } from './hold-scale.ts'
import { startHoldWorld } from './hold-world.ts'
import { findLongHolds, HOLD_MAX_MS, medianOf, type Holds } from './long-holds.ts'
import { createMessageCalls } from './message-calls.ts'
import { createOtherCalls, UPLOAD_ROUTE } from './other-calls.ts'
import { sendHostile } from './send-hostile.ts'
import { watchHealth, type HealthWait, type HealthWatch } from './watch-health.ts'

const IDLE_MS = 3_000
/** Pause before and after a call, for the server's work around it. */
const SETTLE_MS = 60
const AT_ONCE = 10

export interface HoldBench {
  readonly scale: HoldScale
  readonly print: (line: string) => void
  /** Matches names such as `POST /threads: many keys`; default: all. */
  readonly only?: RegExp
}

export interface HoldFigures extends Holds {
  readonly route: string
  readonly name: string
  readonly statuses: string
  /** CPU time of the server's main thread within these waits. */
  readonly cpuMs: number
}

/** Measures how long others wait while a caller sends the most hostile known calls. */
export async function runHoldBench({
  scale,
  print,
  only = /./,
}: HoldBench): Promise<readonly HoldFigures[]> {
  const world = await startHoldWorld(scale)
  const watch = await watchHealth(world.origin, world.server.pid)
  try {
    const description = await readDescription(world.origin)
    const all = [
      ...createDerivedCalls(world, description),
      ...createOtherCalls(world),
      ...createMessageCalls(world),
      ...createChatCalls(world),
      ...createDeskCalls(world),
    ]
    requireRoutes(description, all)
    const calls = all.filter(({ route, name }) => only.test(`${route}: ${name}`))
    await watch.take()
    await delay(IDLE_MS)
    const idle = percentile(
      (await watch.take()).map(({ ms }) => ms),
      0.99,
    )
    const on = { origin: world.origin, watch, idle }
    print(
      `\n/healthz every 5 ms, idle p99 ${idle.toFixed(1)} ms, ${availableParallelism()} cores; ` +
        `its longest wait above that during one call, ${scale.runs} runs each, ms`,
    )
    print('median  worst    cpu')
    const figures: HoldFigures[] = []
    for (const call of calls) {
      figures.push(await measure(on, call, scale.runs, 1))
      print(callLine(figures.at(-1)!))
    }
    print(`\nThe worst of each route, and ${AT_ONCE} of that call at once, ms`)
    for (const [route, found] of Map.groupBy(figures, (figure) => figure.route)) {
      const { name } = found.toSorted((a, b) => worstOf(b) - worstOf(a))[0]!
      const call = calls.find((each) => each.route === route && each.name === name)!
      const many = call.removes ? undefined : await measure(on, call, 1, AT_ONCE)
      print(routeLine(route, found, many))
    }
    const long = findLongHolds(figures)
    for (const { route, name } of long) print(`Too long: ${route}: ${name}`)
    print(`${cell(long.length)}  calls with a median above ${HOLD_MAX_MS} ms`)
    print(`${cell(Math.max(...figures.map(worstOf)))}  worst of all`)
    return figures
  } finally {
    await watch.stop()
    await world.stop()
  }
}

interface Measured {
  readonly origin: string
  readonly watch: HealthWatch
  readonly idle: number
}

async function measure(
  { origin, watch, idle }: Measured,
  call: HostileCall,
  runs: number,
  atOnce: number,
): Promise<HoldFigures> {
  const longest: HealthWait[] = []
  const statuses = new Set<string>()
  for (let run = 0; run < runs; run += 1) {
    const numbers = Array.from({ length: atOnce }, (_, index) => run + runs * index)
    const requests = await Promise.all(
      numbers.map((number) => Promise.resolve(call.request(number))),
    )
    await delay(SETTLE_MS)
    await watch.take()
    const sent = requests.map((request) => sendHostile(origin, call.route, request))
    for (const status of await Promise.all(sent)) statuses.add(status)
    await delay(SETTLE_MS)
    longest.push(longestOf(await watch.take()))
  }
  return {
    route: call.route,
    name: call.name,
    statuses: [...statuses].join(','),
    holds: longest.map(({ ms }) => ms - idle),
    cpuMs: Math.max(...longest.map(({ cpuMs }) => cpuMs)),
  }
}

const longestOf = (waits: readonly HealthWait[]): HealthWait =>
  waits.reduce((most, wait) => (wait.ms > most.ms ? wait : most), { ms: 0, cpuMs: 0 })

const worstOf = ({ holds }: HoldFigures): number => Math.max(...holds)

const cell = (ms: number): string => Math.max(0, ms).toFixed(0).padStart(6)
const mark = (ms: number): string => (ms > HOLD_MAX_MS ? '!' : ' ')

function callLine(figures: HoldFigures): string {
  const { route, name, statuses, cpuMs } = figures
  const worst = worstOf(figures)
  return `${cell(medianOf(figures))} ${cell(worst)} ${cell(cpuMs)} ${mark(worst)} ${statuses.padEnd(8)} ${route}: ${name}`
}

function routeLine(
  route: string,
  found: readonly HoldFigures[],
  many: HoldFigures | undefined,
): string {
  const worst = Math.max(...found.map(worstOf))
  return `${cell(worst)} ${mark(worst)} ${many ? cell(worstOf(many)) : '     –'}  ${route}`
}

async function readDescription(origin: string): Promise<Description> {
  const response = await fetch(`${origin}/v1/openapi.json`)
  return (await response.json()) as Description
}

/** @throws Error for a call of no route of the description or the desk, and for a route without a call. */
function requireRoutes({ paths }: Description, calls: readonly HostileCall[]) {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  described.push(...DESK_ROUTES.map(deskRouteName))
  const known = new Set(calls.map(({ route }) => route))
  known.delete(UPLOAD_ROUTE)
  const missing = described.filter((route) => !known.delete(route))
  if (missing.length === 0 && known.size === 0) return
  throw new Error(
    `Routes without a hostile call: ${missing.join(', ') || 'none'}. ` +
      `Calls of no route: ${[...known].join(', ') || 'none'}.`,
  )
}
