import type { Page } from '@playwright/test'
import { createChatPage } from '../e2e/chat-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { waitForQuiet, withPage } from './measure.ts'
import { measureFloor as measureFloorThread, measureThread, seedLength } from './thread-bench.ts'
import { CONDITIONS, slowDown, type Conditions } from './opening-conditions.ts'

/** How a page is met: by a new browser; by a browser that has opened it before; or after resting on the launcher. */
type Visit = 'cold' | 'warm' | 'hovered'

/** Visits before a warm one: Chromium writes the code cache at the second, and reads it at the third. */
const VISITS_BEFORE_WARM = 3

interface Opening {
  /** From the click to a composer that takes keys. */
  readonly usableMs: number
  /** From a key, pressed at that moment, to its letter in the field. */
  readonly keyMs: number
  /** Bytes of the frame's files that came until then. */
  readonly kilobytes: number
}

/** Length of the thread whose last message is waited for. */
const THREAD_LENGTH = 1_000

/** Measures the time from a click to a composer that takes keys, and to the last message of a long thread. */
export async function runOpeningBench(world: BenchWorld, runs: number): Promise<void> {
  await benchComposer(world, runs)
  await seedLength(world, THREAD_LENGTH)
  const last: Figures = new Map()
  for (let run = 0; run < runs; run += 1) {
    note(last, 'floor-thread', (await measureFloorThread(world, THREAD_LENGTH)).readyMs)
    note(last, 'alcove', (await measureThread(world, THREAD_LENGTH)).readyMs)
  }
  const title = `from click to the last message of ${THREAD_LENGTH} on the screen, ms`
  printFigures(title, last, 'floor-thread')
}

async function benchComposer(world: BenchWorld, runs: number): Promise<void> {
  for (const conditions of CONDITIONS) {
    const usable: Figures = new Map()
    const keys: Figures = new Map()
    const bytes: Figures = new Map()
    for (let run = 0; run < runs; run += 1) {
      for (const [name, visit] of [
        ['cold', 'cold'],
        ['warm', 'warm'],
        ['warmed by hover', 'hovered'],
      ] as const) {
        if (visit !== 'hovered') {
          noteAll(`floor-iframe ${name}`, await measureFloor(world, conditions, visit))
        }
        noteAll(`alcove ${name}`, await measureChat(world, conditions, visit))
      }
    }
    const base = 'floor-iframe cold'
    printFigures(`${conditions.name}: from click to a composer that takes keys, ms`, usable, base)
    printFigures(`${conditions.name}: from a key at that moment to its letter, ms`, keys, base)
    printFigures(`${conditions.name}: kilobytes of the frame until then`, bytes, base)

    function noteAll(name: string, { usableMs, keyMs, kilobytes }: Opening) {
      note(usable, name, usableMs)
      note(keys, name, keyMs)
      note(bytes, name, kilobytes)
    }
  }
}

function measureChat(
  { chromium, hostPage }: BenchWorld,
  conditions: Conditions,
  visit: Visit,
): Promise<Opening> {
  return measure(chromium, conditions, visit, hostPage, async (page) => {
    const chat = createChatPage(page)
    await chat.launcher.waitFor()
    if (visit === 'hovered') {
      await chat.launcher.hover()
      await waitForQuiet(page)
    }
    return page.evaluate(async () => {
      const { Alcove } = globalThis as unknown as { Alcove: { open(): Promise<void> } }
      const startedAt = performance.now()
      await Alcove.open()
      return performance.now() - startedAt
    })
  })
}

function measureFloor(
  { chromium, tokens }: BenchWorld,
  conditions: Conditions,
  visit: Visit,
): Promise<Opening> {
  const address = `http://127.0.0.1:${tokens.port}/floor-iframe.html?count=1&rate=1`
  return measure(chromium, conditions, visit, address, (page) =>
    page.evaluate(() => {
      const startedAt = performance.now()
      return new Promise<number>((resolve) => {
        addEventListener('message', () => resolve(performance.now() - startedAt), { once: true })
        document.querySelector<HTMLElement>('#launcher')!.click()
      })
    }),
  )
}

/** Opens a page, and its chat by `open`, in a new browser; for a warm visit several times. */
function measure(
  chromium: string,
  conditions: Conditions,
  visit: Visit,
  address: string,
  open: (page: Page) => Promise<number>,
): Promise<Opening> {
  return withPage(chromium, async (page) => {
    if (visit === 'warm') {
      for (let count = 0; count < VISITS_BEFORE_WARM; count += 1) {
        await page.goto(address)
        await open(page)
        await waitForQuiet(page)
      }
    }
    await slowDown(page, conditions)
    await page.goto(address)
    const usableMs = await open(page)
    const frame = page.frames().find((each) => each.parentFrame() !== null)!
    const keyMs = await frame.evaluate(async () => {
      const field = document.querySelector('textarea')!
      field.focus()
      const startedAt = performance.now()
      // As the browser would deliver it: behind the task that runs.
      await new Promise((resolve) => setTimeout(resolve))
      return performance.now() - startedAt
    })
    const kilobytes = await frame.evaluate(() => {
      const sizes = performance
        .getEntries()
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0))
      return sizes.reduce((sum, size) => sum + size, 0) / 1_000
    })
    return { usableMs, keyMs, kilobytes }
  })
}
