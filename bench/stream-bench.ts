import type { Browser, Frame, Page } from '@playwright/test'
import { createChatPage } from '../e2e/chat-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { frameOf, rendererCpu, throttle, waitForQuiet, withPage } from './measure.ts'

interface StreamCase {
  readonly count: number
  /** Tokens per second. */
  readonly rate: number
}

const CASES: readonly StreamCase[] = [
  { count: 3_000, rate: 200 },
  { count: 3_000, rate: 1_000 },
  { count: 20_000, rate: 1_000 },
]
const FLOORS = ['floor-md', 'floor-md-20hz', 'floor-iframe'] as const
const END_TIMEOUT_MS = 120_000
const SLOW_FACTOR = 4

type Floor = (typeof FLOORS)[number]

/** Measures the cost of a streaming answer, beside the floor of the same work. */
export async function runStreamBench(world: BenchWorld, runs: number): Promise<void> {
  const cpu = CASES.map((): Figures => new Map())
  const last: Figures = new Map()
  const tasks: Figures = new Map()
  for (let run = 0; run < runs; run += 1) {
    for (const [index, each] of CASES.entries()) {
      const figures = cpu[index]!
      // Interleaved, so that a slower machine slows down all of them.
      for (const floor of FLOORS) note(figures, floor, await measureFloor(world, floor, each))
      note(figures, 'alcove', await measureCpu(world, each))
    }
    for (const each of CASES) {
      const { lastMs, longestMs } = await watchStream(world, each, 1)
      note(last, nameOf(each), lastMs)
      note(tasks, nameOf(each), longestMs)
    }
    const slowly = `${nameOf(CASES[0]!)}, ${SLOW_FACTOR} x slower CPU`
    note(tasks, `floor-md: ${slowly}`, await watchFloor(world, 'floor-md', CASES[0]!, SLOW_FACTOR))
    note(tasks, slowly, (await watchStream(world, CASES[0]!, SLOW_FACTOR)).longestMs)
  }
  for (const [index, each] of CASES.entries()) {
    const title = `CPU of all page processes, ms per 1,000 tokens: ${nameOf(each)}`
    printFigures(title, cpu[index]!, 'floor-md')
  }
  printFigures('from the last byte to the last word on the page, ms', last)
  printFigures('longest task in the frame while an answer streams, ms (0: none over 50)', tasks)
}

const nameOf = ({ count, rate }: StreamCase) => `${count} tokens at ${rate}/s`

interface FloorPage {
  readonly page: Page
  readonly browser: Browser
  /** Runs the whole answer. */
  readonly run: () => Promise<void>
}

function withFloor<Result>(
  { chromium, tokens }: BenchWorld,
  floor: Floor,
  { count, rate }: StreamCase,
  task: (floor: FloorPage) => Promise<Result>,
): Promise<Result> {
  return withPage(chromium, async (page, browser) => {
    const [name, hz] = floor === 'floor-md-20hz' ? ['floor-md', '&hz=20'] : [floor, '']
    await page.goto(`http://127.0.0.1:${tokens.port}/${name}.html?count=${count}&rate=${rate}${hz}`)
    if (floor === 'floor-iframe') {
      await page.locator('#launcher').click()
      await page.waitForFunction(() => document.title === 'usable')
    }
    await waitForQuiet(page)
    async function run() {
      await page.evaluate(() => {
        ;(globalThis as unknown as { start(): void }).start()
      })
      await page.waitForFunction(() => document.title === 'done', undefined, {
        timeout: END_TIMEOUT_MS,
        polling: 250,
      })
    }
    return task({ page, browser, run })
  })
}

const measureFloor = (world: BenchWorld, floor: Floor, each: StreamCase): Promise<number> =>
  withFloor(world, floor, each, async ({ browser, run }) => {
    const before = await rendererCpu(browser)
    await run()
    return (((await rendererCpu(browser)) - before) * 1_000_000) / each.count
  })

/** The floor's longest task, in a slowed-down browser. */
const watchFloor = (world: BenchWorld, floor: Floor, each: StreamCase, slower: number) =>
  withFloor(world, floor, each, async ({ page, run }) => {
    const frame = page.mainFrame()
    await frame.waitForFunction(() => true)
    await throttle(page, slower)
    await watchTasks(frame)
    await run()
    return longestOf(frame)
  })

interface SeenTasks {
  longest: number
}

const watchTasks = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    const seen: SeenTasks = { longest: 0 }
    Object.assign(globalThis, { seenTasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })

const longestOf = (frame: Frame): Promise<number> =>
  frame.evaluate(() => (globalThis as unknown as { seenTasks: SeenTasks }).seenTasks.longest)

async function ask(page: Page, { count, rate }: StreamCase): Promise<void> {
  const frame = frameOf(page)
  // A locator would poll at every animation frame, in a page whose work is measured.
  const waiting = { timeout: END_TIMEOUT_MS + (count / rate) * 1_000, polling: 250 }
  await page.keyboard.press('Enter')
  await frame.waitForFunction(
    () => document.querySelector('[data-role="assistant"]') !== null,
    undefined,
    waiting,
  )
  await frame.waitForFunction(
    () => document.querySelector('form button[data-state="idle"]') !== null,
    undefined,
    waiting,
  )
}

async function prepare(page: Page, world: BenchWorld, { count, rate }: StreamCase): Promise<Frame> {
  const chat = createChatPage(page)
  await page.goto(world.hostPage)
  await chat.open()
  await waitForQuiet(page)
  await chat.composer.fill(`${count} ${rate}`)
  await chat.composer.focus()
  const frame = frameOf(page)
  // Playwright injects its script at the first wait; the measurement excludes that.
  await frame.waitForFunction(() => true)
  return frame
}

function measureCpu(world: BenchWorld, each: StreamCase): Promise<number> {
  return withPage(world.chromium, async (page, browser) => {
    await prepare(page, world, each)
    const before = await rendererCpu(browser)
    await ask(page, each)
    return (((await rendererCpu(browser)) - before) * 1_000_000) / each.count
  })
}

interface Watched {
  readonly lastMs: number
  readonly longestMs: number
}

/** Separate from the CPU figures, because watching itself uses CPU. */
function watchStream(world: BenchWorld, each: StreamCase, slower: number): Promise<Watched> {
  return withPage(world.chromium, async (page) => {
    const frame = await prepare(page, world, each)
    await throttle(page, slower, frame)
    await watchTasks(frame)
    await frame.evaluate(() => {
      const seen = { changedAt: 0 }
      Object.assign(globalThis, { seen })
      const changes = new MutationObserver(() => {
        // The row below an answer appears after its last word.
        if (document.querySelector('[data-state="running"]')) seen.changedAt = Date.now()
      })
      const log = document.querySelector('[role="log"]')!
      changes.observe(log, { subtree: true, childList: true, characterData: true })
    })
    await ask(page, each)
    const changedAt = await frame.evaluate(
      () => (globalThis as unknown as { seen: { changedAt: number } }).seen.changedAt,
    )
    return { longestMs: await longestOf(frame), lastMs: changedAt - world.tokens.lastEndedAt() }
  })
}
