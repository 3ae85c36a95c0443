import { setTimeout as delay } from 'node:timers/promises'
import { availableParallelism } from 'node:os'
import type { Page } from '@playwright/test'
import { buildProduct } from '../../scripts/build-product.ts'
import { isBuildFresh } from '../../scripts/build-stamp.ts'
import { ensureChromium } from '../../scripts/find-chromium.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { note, type Figures } from '../figures.ts'
import { median, rendererCpu, throttle, waitForQuiet, withPage } from '../measure.ts'
import { percentile } from '../percentile.ts'
import { timeChange, timeFirstRows, timeScrolling, type ListPlace } from './page-times.ts'
import { traceChange } from './trace-change.ts'
import { startPagesWorld, type PagesWorld } from './pages-world.ts'

export interface PagesBenchOptions {
  readonly conversations: number
  /** Openings of each list. */
  readonly runs: number
  /** Rounds through the four pages. */
  readonly rounds: number
  readonly steps: number
  readonly print: (line: string) => void
}

export interface PagesFigures {
  /** By measure. */
  readonly lists: ReadonlyMap<string, Figures>
  readonly changeP95: number
}

const STEP_PX = 600
const VIEWPORT = { width: 1_280, height: 800 } as const
/** Slowness at which pages change. */
const CHANGE_SLOWNESS = 4
/** Goal of a change to a page that was open before. */
export const CHANGE_MAX_MS = 100
/** Pause between two changes, as of a person who looks. */
const PAUSE_MS = 500

/** In the order in which they are opened, with the first content of each. */
const PAGES = [
  { name: 'Conversations', content: '.conversation-row' },
  { name: 'Quality', content: '.report-section' },
  { name: 'Usage', content: '.report-section' },
  { name: 'Home', content: '.report-section' },
] as const

/** First rows and scrolling of the desk's list beside two tables, and changes between its pages. */
export async function runPagesBench(options: PagesBenchOptions): Promise<PagesFigures> {
  const { conversations, print } = options
  if (!isBuildFresh(REPOSITORY_ROOT, process.env)) await buildProduct(REPOSITORY_ROOT)
  const world = await startPagesWorld(conversations)
  try {
    print(
      `\n${conversations.toLocaleString('en')} conversations; Chromium, ${availableParallelism()} cores; ` +
        `medians of ${options.runs} interleaved runs`,
    )
    const lists = await measureLists(world, options)
    const changeP95 = await measureChanges(world, options)
    return { lists, changeP95 }
  } finally {
    await world.stop()
  }
}

const listsOf = ({ pageOf, peers }: PagesWorld): Readonly<Record<string, ListPlace>> => ({
  desk: { address: pageOf('conversations'), row: '.conversation-row', scroller: '#page' },
  'table, all rows drawn': {
    address: peers.addressOf('table'),
    row: 'tbody tr',
    scroller: '#root',
  },
  'AG Grid': {
    address: peers.addressOf('grid'),
    row: '.ag-row',
    scroller: '.ag-grid-viewport',
  },
})

async function measureLists(
  world: PagesWorld,
  { runs, steps, print }: PagesBenchOptions,
): Promise<ReadonlyMap<string, Figures>> {
  const measures = new Map<string, Figures>()
  for (let run = 0; run < runs; run += 1) {
    for (const [name, list] of Object.entries(listsOf(world))) {
      for (const [measure, value] of await measureList(world, list, steps)) {
        const figures = measures.get(measure) ?? new Map<string, number[]>()
        measures.set(measure, figures)
        note(figures, name, value)
      }
    }
  }
  for (const [measure, figures] of measures) {
    print(`\n${measure}`)
    printBeside(figures, print)
  }
  return measures
}

function measureList(
  world: PagesWorld,
  list: ListPlace,
  steps: number,
): Promise<readonly (readonly [measure: string, value: number])[]> {
  return withPage(ensureChromium(), async (page, browser) => {
    await prepare(page, world)
    const firstMs = await timeFirstRows(page, list)
    await waitForQuiet(page)
    const cpu = await rendererCpu(browser)
    const { longestMs, p95Ms, totalMs, blankFrames } = await timeScrolling(page, list, {
      steps,
      stepPx: STEP_PX,
    })
    return [
      ['from navigation to the first rows, ms', firstMs],
      [`${steps} steps of ${STEP_PX} px: all of them, ms`, totalMs],
      [`${steps} steps: the longest frame, ms`, longestMs],
      [`${steps} steps: 95th percentile of frames, ms`, p95Ms],
      [`${steps} steps: frames without rows`, blankFrames],
      [
        `${steps} steps: processor time of the page, ms`,
        ((await rendererCpu(browser)) - cpu) * 1_000,
      ],
    ]
  })
}

async function prepare(page: Page, { cookie }: PagesWorld): Promise<void> {
  await page.setViewportSize(VIEWPORT)
  await page.context().addCookies([cookie])
}

/** Medians with their spread, and how many times the desk's each is. */
function printBeside(figures: Figures, print: PagesBenchOptions['print']): void {
  const base = median(figures.get('desk') ?? [])
  for (const [name, values] of figures) {
    const spread = `${cell(Math.min(...values))} to ${cell(Math.max(...values))}`
    const ratio =
      name === 'desk' || base === 0 ? '' : `${(median(values) / base).toFixed(2)} x desk`
    print(`  ${name.padEnd(24)}${cell(median(values))}  (${spread})  ${ratio}`.trimEnd())
  }
}

const cell = (value: number): string => value.toFixed(value < 10 ? 1 : 0).padStart(6)

/** Returns the 95th percentile of all changes. */
async function measureChanges(
  world: PagesWorld,
  { rounds, print }: PagesBenchOptions,
): Promise<number> {
  const times: Figures = new Map()
  const work: Figures = new Map()
  await withPage(ensureChromium(), async (page) => {
    await prepare(page, world)
    await page.goto(world.pageOf('home'))
    for (const { name, content } of PAGES) {
      await timeChange(page, name, content)
      await waitForQuiet(page)
    }
    for (const slowness of [1, CHANGE_SLOWNESS]) {
      await throttle(page, slowness)
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, content } of PAGES) {
          const change = () => timeChange(page, name, content)
          if (slowness === 1) note(work, name, CHANGE_SLOWNESS * (await traceChange(page, change)))
          else note(times, name, await change())
          await delay(PAUSE_MS)
        }
      }
    }
  })
  print(
    `\nfrom a press to another page, opened before: its heading and content, processor ` +
      `${CHANGE_SLOWNESS} x slower, ms, goal ${CHANGE_MAX_MS}`,
  )
  const p95 = printChanges(times, print)
  print(`processor time of the page until then x ${CHANGE_SLOWNESS}: as if it were alone, ms`)
  printChanges(work, print)
  return p95
}

/** Returns the 95th percentile of all. */
function printChanges(figures: Figures, print: PagesBenchOptions['print']): number {
  const all = [...figures.values()].flat()
  for (const [name, values] of [...figures, ['all', all] as const]) {
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
    const missed = p95 > CHANGE_MAX_MS ? '  missed' : ''
    print(`  ${name.padEnd(24)}p50${cell(p50)}  p95${cell(p95)}${missed}`)
  }
  return percentile(all, 0.95)
}
