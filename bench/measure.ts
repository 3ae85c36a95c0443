import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser, type Frame, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../scripts/find-chromium.ts'

/** Runs in a new browser, so that no run is affected by an earlier one. */
export async function withPage<Result>(
  executablePath: string,
  task: (page: Page, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] })
  try {
    return await task(await browser.newPage(), browser)
  } finally {
    await browser.close()
  }
}

/** Period without a new request that counts as quiet. */
const QUIET_MS = 1_000
const QUIET_LIMIT_MS = 60_000
const LOOK_MS = 100

/** Waits until page and frames have fetched nothing for a while. Requests that stay open do not count. */
export async function waitForQuiet(page: Page): Promise<void> {
  const countFetched = async () => {
    const counts = await Promise.all(
      page
        .frames()
        .map((frame) => frame.evaluate(() => performance.getEntriesByType('resource').length)),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const end = performance.now() + QUIET_LIMIT_MS
  let known = -1
  let knownAt = 0
  while (performance.now() - knownAt < QUIET_MS || known === -1) {
    if (performance.now() > end) throw new Error('The page goes on fetching.')
    const count = await countFetched()
    if (count !== known) {
      known = count
      knownAt = performance.now()
    }
    await delay(LOOK_MS)
  }
}

/** CPU seconds used so far by all page processes of a browser. */
export async function rendererCpu(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** The frame of the chat. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.parentFrame() !== null)
  if (!frame) throw new Error('The page has no frame yet.')
  return frame
}

/** Slows down the process of a page, and that of its frame, by a factor. */
export async function throttle(page: Page, factor: number, frame?: Frame): Promise<void> {
  for (const target of frame ? [page, frame] : [page]) {
    const session = await page.context().newCDPSession(target)
    await session.send('Emulation.setCPUThrottlingRate', { rate: factor })
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
