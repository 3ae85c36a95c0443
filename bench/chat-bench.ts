import { availableParallelism } from 'node:os'
import { startAlcove } from '../e2e/alcove-server.ts'
import { createChatPage } from '../e2e/chat-page.ts'
import { startHostSite } from '../e2e/host-site.ts'
import { buildProduct } from '../scripts/build-product.ts'
import { ensureChromium } from '../scripts/find-chromium.ts'
import { printSizes } from '../scripts/print-sizes.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { measureSizes } from '../scripts/sizes.ts'
import { median, rendererCpu, withPage } from './measure.ts'
import { startTokenServer } from './token-server.ts'

const RUNS = 5
const TOKENS = 3_000
const RATE = 1_000
const END_TIMEOUT_MS = 60_000
const FLOORS = ['floor-text', 'floor-md', 'floor-iframe'] as const

interface World {
  readonly chromium: string
  readonly tokenPort: number
  /** On the machine's other name: another site, so the frame has a process of its own. */
  readonly hostPage: string
}

type Figures = Record<string, number[]>

/** What the chat costs in a browser, beside the least that the same work can cost, in one run. */
export async function runChatBench(): Promise<void> {
  await buildProduct(REPOSITORY_ROOT)
  printSizes(measureSizes(REPOSITORY_ROOT))
  const tokens = await startTokenServer()
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/bench',
      OPENAI_BASE_URL: `http://127.0.0.1:${tokens.port}/v1`,
    },
  })
  const site = await startHostSite(`http://localhost:${alcove.port}`)
  const hostPage = `http://127.0.0.1:${site.port}/bare.html`
  const world: World = { chromium: ensureChromium(), tokenPort: tokens.port, hostPage }

  const cpu: Figures = {}
  const opening: Figures = {}
  for (let run = 0; run < RUNS; run += 1) {
    // Interleaved, so that a machine that slows down slows all of them.
    for (const floor of FLOORS) note(cpu, floor, await measureFloor(world, floor))
    note(cpu, 'alcove', await measureAlcove(world))
    note(opening, 'floor-iframe', await measureFloorOpening(world))
    note(opening, 'alcove cold', await measureOpening(world, false))
    note(opening, 'alcove warmed by hover', await measureOpening(world, true))
  }
  await site.stop()
  await alcove.stop()
  await tokens.stop()

  console.log(`\nmedians of ${RUNS} interleaved runs, ${availableParallelism()} cores`)
  console.log(
    `CPU of all page processes, ms per 1,000 tokens (${TOKENS} tokens at ${RATE} a second):`,
  )
  printTable(cpu, 'floor-md', 1_000_000 / TOKENS)
  console.log('from click to usable composer, ms:')
  printTable(opening, 'floor-iframe', 1)
}

const note = (figures: Figures, name: string, value: number) => (figures[name] ??= []).push(value)

function printTable(figures: Figures, base: string, scale: number) {
  const floor = median(figures[base]!)
  for (const [name, values] of Object.entries(figures)) {
    const middle = median(values)
    const range = `${format(Math.min(...values) * scale)} to ${format(Math.max(...values) * scale)}`
    const ratio = (middle / floor).toFixed(2)
    console.log(`  ${name.padEnd(24)} ${format(middle * scale)}  (${range})  ${ratio} x ${base}`)
  }
}

function format(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0).padStart(6)
}

function measureFloor(
  { chromium, tokenPort }: World,
  floor: (typeof FLOORS)[number],
): Promise<number> {
  return withPage(chromium, async (page, browser) => {
    await page.goto(`http://127.0.0.1:${tokenPort}/${floor}.html?count=${TOKENS}&rate=${RATE}`)
    if (floor === 'floor-iframe') {
      await page.locator('#launcher').click()
      await page.waitForFunction(() => document.title === 'usable')
    }
    await page.waitForLoadState('networkidle')
    const before = await rendererCpu(browser)
    await page.evaluate(() => {
      ;(globalThis as unknown as { start(): void }).start()
    })
    await page.waitForFunction(() => document.title === 'done', undefined, {
      timeout: END_TIMEOUT_MS,
      polling: 250,
    })
    return (await rendererCpu(browser)) - before
  })
}

function measureAlcove({ chromium, hostPage }: World): Promise<number> {
  return withPage(chromium, async (page, browser) => {
    const chat = createChatPage(page)
    await page.goto(hostPage)
    await chat.open()
    await page.waitForLoadState('networkidle')
    await chat.composer.fill(`${TOKENS} ${RATE}`)
    const before = await rendererCpu(browser)
    await chat.composer.press('Enter')
    await chat.button('Stop').waitFor()
    await chat.button('Send').waitFor({ timeout: END_TIMEOUT_MS })
    return (await rendererCpu(browser)) - before
  })
}

function measureOpening({ chromium, hostPage }: World, isWarmed: boolean): Promise<number> {
  return withPage(chromium, async (page) => {
    const chat = createChatPage(page)
    await page.goto(hostPage)
    await chat.launcher.waitFor()
    if (isWarmed) {
      await chat.launcher.hover()
      await page.waitForLoadState('networkidle')
    }
    return page.evaluate(async () => {
      const { Alcove } = globalThis as unknown as { Alcove: { open(): Promise<void> } }
      const startedAt = performance.now()
      await Alcove.open()
      return performance.now() - startedAt
    })
  })
}

function measureFloorOpening({ chromium, tokenPort }: World): Promise<number> {
  return withPage(chromium, async (page) => {
    await page.goto(`http://127.0.0.1:${tokenPort}/floor-iframe.html?count=1&rate=1`)
    return page.evaluate(() => {
      const startedAt = performance.now()
      return new Promise<number>((resolve) => {
        addEventListener('message', () => resolve(performance.now() - startedAt), { once: true })
        document.querySelector<HTMLElement>('#launcher')!.click()
      })
    })
  })
}
