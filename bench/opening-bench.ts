import { createChatPage } from '../e2e/chat-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { waitForQuiet, withPage } from './measure.ts'

/** Measures the time from a click to a usable composer. */
export async function runOpeningBench(world: BenchWorld, runs: number): Promise<void> {
  const opening: Figures = new Map()
  for (let run = 0; run < runs; run += 1) {
    note(opening, 'floor-iframe', await measureFloor(world))
    note(opening, 'alcove cold', await measure(world, false))
    note(opening, 'alcove warmed by hover', await measure(world, true))
  }
  printFigures('from click to usable composer, ms', opening, 'floor-iframe')
}

function measure({ chromium, hostPage }: BenchWorld, isWarmed: boolean): Promise<number> {
  return withPage(chromium, async (page) => {
    const chat = createChatPage(page)
    await page.goto(hostPage)
    await chat.launcher.waitFor()
    if (isWarmed) {
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

function measureFloor({ chromium, tokens }: BenchWorld): Promise<number> {
  return withPage(chromium, async (page) => {
    await page.goto(`http://127.0.0.1:${tokens.port}/floor-iframe.html?count=1&rate=1`)
    return page.evaluate(() => {
      const startedAt = performance.now()
      return new Promise<number>((resolve) => {
        addEventListener('message', () => resolve(performance.now() - startedAt), { once: true })
        document.querySelector<HTMLElement>('#launcher')!.click()
      })
    })
  })
}
