import type { Frame, Page } from '@playwright/test'
import { createChatPage, type ChatPage } from '../e2e/chat-page.ts'
import { seedThread } from '../e2e/seed-thread.ts'
import type { BenchWorld } from './bench-world.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { historyTexts } from './history-texts.ts'
import { frameOf, waitForQuiet, withPage } from './measure.ts'

const LENGTHS = [100, 1_000, 5_000] as const
const TYPED_IN = 1_000
/** Owner of the thread in which answers stream meanwhile. Its opening is not measured. */
const WRITER = `writer-in-${TYPED_IN}`
const KEYS = 40
const SCROLL_STEPS = 120
/** Long enough to last while all keys are pressed. */
const STREAM = '6000 200'
const READY_TIMEOUT_MS = 60_000
const MIB = 1_048_576
const FRAME_MS = 1_000 / 60

/** Measures opening long threads, scrolling in them, and typing below them. */
export async function runThreadBench(world: BenchWorld, runs: number): Promise<void> {
  for (const length of LENGTHS) await seedLength(world, length)
  await seedThread(world.origin, world.tokenOf(WRITER), historyTexts(TYPED_IN))
  const ready: Figures = new Map()
  const elements: Figures = new Map()
  const heap: Figures = new Map()
  const frames: Figures = new Map()
  const keys: Figures = new Map()
  for (let run = 0; run < runs; run += 1) {
    for (const length of LENGTHS) {
      const floor = await measureFloor(world, length)
      const own = await measureThread(world, length)
      for (const [name, seen] of [
        [`floor-thread, ${length} messages`, floor],
        [`alcove, ${length} messages`, own],
      ] as const) {
        note(ready, name, seen.readyMs)
        note(elements, name, seen.elements)
        note(heap, name, seen.heapMiB)
        note(frames, name, seen.framesPerSecond)
      }
    }
    note(keys, 'empty thread', await measureKeys(world, 'nobody', false))
    note(keys, `${TYPED_IN} messages`, await measureKeys(world, WRITER, false))
    note(keys, 'empty thread, streaming', await measureKeys(world, `fresh-${run}`, true))
    note(keys, `${TYPED_IN} messages, streaming`, await measureKeys(world, WRITER, true))
  }
  const base = `floor-thread, ${LENGTHS[0]} messages`
  printFigures('from click to the last message on the screen, ms', ready, base)
  printFigures('elements in the document', elements, base)
  printFigures('JavaScript heap after collection, MiB', heap, base)
  printFigures('frames a second while scrolling up', frames, base)
  printFigures('main-thread work of one key, ms (its events, on average)', keys, 'empty thread')
}

/** Writes a thread of this length for its reader. */
export const seedLength = (world: BenchWorld, length: number): Promise<unknown> =>
  seedThread(world.origin, world.tokenOf(userOf(length)), historyTexts(length))

const userOf = (length: number) => `reader-of-${length}`

interface Seen {
  readonly readyMs: number
  readonly elements: number
  readonly heapMiB: number
  readonly framesPerSecond: number
}

/** Measures the floor with a thread of this length. */
export function measureFloor({ chromium, tokens }: BenchWorld, length: number): Promise<Seen> {
  return withPage(chromium, async (page) => {
    await page.goto(`http://127.0.0.1:${tokens.port}/floor-thread.html?count=${length}`)
    const readyMs = await page.evaluate(async () => {
      const startedAt = performance.now()
      ;(globalThis as unknown as { start(): void }).start()
      while (document.title !== 'done') await new Promise(requestAnimationFrame)
      return performance.now() - startedAt
    })
    return { readyMs, ...(await weigh(page, page.mainFrame(), '#log')) }
  })
}

/** Measures the thread of {@link seedLength}. */
export function measureThread(world: BenchWorld, length: number): Promise<Seen> {
  return withPage(world.chromium, async (page) => {
    const chat = createChatPage(page)
    await page.addInitScript(watchFor, `That was ${length - 1}.`)
    await page.goto(world.pageOf(userOf(length)))
    await chat.launcher.waitFor()
    // Both times are recorded inside the pages: Playwright's click and element search take longer than a
    // floor.
    const startedAt = await page.evaluate(() => {
      const { Alcove } = globalThis as unknown as { Alcove: { open(): Promise<void> } }
      void Alcove.open()
      return Date.now()
    })
    const last = chat.log.getByText(`That was ${length - 1}.`)
    await last.waitFor({ timeout: READY_TIMEOUT_MS })
    const shownAt = await frameOf(page).evaluate(
      () => (globalThis as unknown as { shownAt: number }).shownAt,
    )
    const readyMs = shownAt - startedAt
    // Older pages load automatically; the thread is measured with all of them.
    await waitForQuiet(page)
    return { readyMs, ...(await weigh(page, frameOf(page), '[role="log"]')) }
  })
}

/** Runs in each page before its own scripts, and records when text first appears in its log. */
function watchFor(words: string): void {
  if (window === window.top) return
  const observer = new MutationObserver(() => {
    const log = document.querySelector('[role="log"]')
    if (log === null || !log.textContent.includes(words)) return
    observer.disconnect()
    Object.assign(globalThis, { shownAt: Date.now() })
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

async function weigh(page: Page, frame: Frame, log: string): Promise<Omit<Seen, 'readyMs'>> {
  const elements = await frame.evaluate(() => document.querySelectorAll('*').length)
  const session = await page.context().newCDPSession(frame.parentFrame() === null ? page : frame)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const framesPerSecond = await frame.evaluate(
    async ([selector, steps]) => {
      const element = document.querySelector(selector)!
      const next = () => new Promise<number>(requestAnimationFrame)
      const startedAt = await next()
      let now = startedAt
      for (let step = 0; step < steps; step += 1) {
        element.scrollTop -= 60
        now = await next()
      }
      return (steps * 1_000) / (now - startedAt)
    },
    [log, SCROLL_STEPS] as const,
  )
  return { elements, heapMiB: usedSize / MIB, framesPerSecond }
}

/** Time of a key's event handlers, including React's rendering. */
function measureKeys(world: BenchWorld, user: string, isStreaming: boolean): Promise<number> {
  return withPage(world.chromium, async (page, browser) => {
    const chat = createChatPage(page)
    await page.goto(world.pageOf(user))
    await chat.open()
    if (user === WRITER) await chat.log.getByText(`That was ${TYPED_IN - 1}.`).waitFor()
    await waitForQuiet(page)
    if (isStreaming) await startStream(chat)
    await browser.startTracing(page, { categories: ['devtools.timeline'] })
    await chat.composer.focus()
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('a', { delay: FRAME_MS })
    }
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[]
    }
    const kinds = new Set(['keydown', 'keypress', 'beforeinput', 'input', 'textInput', 'keyup'])
    const works = trace.traceEvents.filter(
      ({ name, args }) => name === 'EventDispatch' && kinds.has(args?.data?.type ?? ''),
    )
    const downs = works.filter(({ args }) => args?.data?.type === 'keydown')
    if (downs.length === 0) throw new Error('The trace holds no key.')
    return coveredMs(works) / downs.length
  })
}

interface TraceEvent {
  readonly name: string
  /** Start in microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/** A key press contains the events of its text: overlapping times count once. */
function coveredMs(events: readonly TraceEvent[]): number {
  let [total, end] = [0, 0]
  for (const { ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts)) {
    total += Math.max(0, ts + dur - Math.max(end, ts))
    end = Math.max(end, ts + dur)
  }
  return total / 1_000
}

async function startStream(chat: ChatPage): Promise<void> {
  await chat.composer.fill(STREAM)
  await chat.composer.press('Enter')
  await chat.button('Stop').waitFor()
}
