import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createChatPage } from '../e2e/chat-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { rendererCpu, withPage } from './measure.ts'

const IDLE_MS = 60_000
/** Opening counts as finished after this time without a request. */
const SETTLE_MS = 3_000

/** Actions of the visitor before the minute begins. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'launcher only': async (page) => {
    await createChatPage(page).launcher.waitFor()
  },
  'panel open': async (page) => {
    await createChatPage(page).open()
  },
  'panel closed again': async (page) => {
    await createChatPage(page).open()
    await page.evaluate(() => {
      const { Alcove } = globalThis as unknown as { Alcove: { close(): Promise<void> } }
      return Alcove.close()
    })
  },
}

/** Measures a minute without any action: the cost of an embedded page for its visitor. */
export async function runIdleBench(world: BenchWorld): Promise<void> {
  const requests: Figures = new Map()
  const timers: Figures = new Map()
  const cpu: Figures = new Map()
  for (const [state, prepare] of Object.entries(STATES)) {
    const figures = await measureMinute(world, prepare)
    note(requests, state, figures.requests)
    note(timers, state, figures.timers)
    // Positive control: counters that stay at zero in the minute counted before it.
    note(timers, `${state}, before the minute`, figures.timersBefore)
    note(cpu, state, figures.cpuMs)
  }
  printFigures('an idle minute: requests', requests)
  printFigures('an idle minute: timers that fired, page and frame', timers)
  printFigures('an idle minute: CPU of all page processes, ms', cpu)
}

function measureMinute(world: BenchWorld, prepare: (page: Page) => Promise<void>) {
  return withPage(world.chromium, async (page, browser) => {
    await page.addInitScript(countTimers)
    let requests = 0
    let lastAt = performance.now()
    page.on('request', () => {
      requests += 1
      lastAt = performance.now()
    })
    await page.goto(world.hostPage)
    await prepare(page)
    while (performance.now() - lastAt < SETTLE_MS) await delay(SETTLE_MS)
    const [timersBefore, cpuBefore] = [await readTimers(page), await rendererCpu(browser)]
    requests = 0
    await delay(IDLE_MS)
    const cpuMs = ((await rendererCpu(browser)) - cpuBefore) * 1_000
    return { requests, cpuMs, timers: (await readTimers(page)) - timersBefore, timersBefore }
  })
}

/** Runs in every document, before its own scripts. */
function countTimers(): void {
  const counted = globalThis as unknown as { firedTimers: number }
  counted.firedTimers = 0
  const { setTimeout: later, setInterval: often } = globalThis
  const count =
    (task: unknown) =>
    (...args: unknown[]) => {
      counted.firedTimers += 1
      if (typeof task === 'function') (task as (...args: unknown[]) => void)(...args)
    }
  Object.assign(globalThis, {
    setTimeout: (task: unknown, ms?: number, ...args: unknown[]) => later(count(task), ms, ...args),
    setInterval: (task: unknown, ms?: number, ...args: unknown[]) =>
      often(count(task), ms, ...args),
  })
}

async function readTimers(page: Page): Promise<number> {
  const counts = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => (globalThis as unknown as { firedTimers: number }).firedTimers),
      ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
