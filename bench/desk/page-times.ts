import type { Page } from '@playwright/test'
import { percentile } from '../percentile.ts'

/** Time for a page to load, scroll or change; a page that needs longer fails the bench. */
export const PAGE_LIMIT_MS = 120_000

/** A page with rows that scroll. */
export interface ListPlace {
  readonly address: string
  /** Selector of a row. */
  readonly row: string
  /** Selector of what scrolls. */
  readonly scroller: string
}

export interface ScrollTimes {
  readonly longestMs: number
  readonly p95Ms: number
  readonly totalMs: number
  /** Frames in which the middle of the list had no row. */
  readonly blankFrames: number
}

/** Milliseconds from the navigation until the first rows are painted. */
export async function timeFirstRows(page: Page, { address, row }: ListPlace): Promise<number> {
  await page.addInitScript((selector) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) return void requestAnimationFrame(look)
      // Arrives behind the paint of this frame.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => performance.mark('first-rows'), { once: true })
      port1.start()
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }, row)
  await page.goto(address)
  const marked = await page.waitForFunction(
    () => performance.getEntriesByName('first-rows')[0]?.startTime,
    undefined,
    { timeout: PAGE_LIMIT_MS },
  )
  return (await marked.jsonValue()) ?? Number.NaN
}

/** Scrolls in steps, each as soon as the rows of the one before are painted. */
export async function timeScrolling(
  page: Page,
  { row, scroller }: ListPlace,
  scale: { readonly steps: number; readonly stepPx: number },
): Promise<ScrollTimes> {
  const { frames, blankFrames } = await page.evaluate(
    async ({ rowSelector, scrollerSelector, steps, stepPx, limitMs }) => {
      const list = document.querySelector(scrollerSelector)!
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const hasRow = () =>
        (document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(rowSelector) ??
          null) !== null
      const begin = performance.now()
      const times: number[] = []
      let blank = 0
      await nextFrame()
      let last = performance.now()
      for (let step = 1; step <= steps; step += 1) {
        // Limit: PAGE_LIMIT_MS, after which the bench fails.
        for (let isThere = false; !isThere;) {
          list.scrollTop = step * stepPx
          await nextFrame()
          const now = performance.now()
          times.push(now - last)
          last = now
          if (now - begin > limitMs) {
            throw new Error(`No rows at step ${step}: ${list.textContent?.slice(-200)}`)
          }
          isThere = list.scrollTop >= step * stepPx - 1 && hasRow()
          if (!isThere) blank += 1
        }
      }
      return { frames: times, blankFrames: blank }
    },
    { rowSelector: row, scrollerSelector: scroller, ...scale, limitMs: PAGE_LIMIT_MS },
  )
  return {
    longestMs: Math.max(...frames),
    p95Ms: percentile(frames, 0.95),
    totalMs: frames.reduce((sum, ms) => sum + ms, 0),
    blankFrames,
  }
}

/** Milliseconds from a press of a link of the navigation until the page's heading and content are painted. */
export async function timeChange(page: Page, name: string, content: string): Promise<number> {
  await page.evaluate(
    ({ title, selector }) => {
      const clicked = ({ timeStamp }: MouseEvent): void => {
        console.timeStamp('pressed')
        const isThere = () =>
          document.querySelector('h1')?.textContent === title &&
          document.querySelector(`main ${selector}`) !== null
        const look = (): void => {
          if (!isThere()) return void requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            console.timeStamp('painted')
            performance.measure('change', { start: timeStamp, end: performance.now() })
          })
          port1.start()
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      performance.clearMeasures('change')
      document.addEventListener('click', clicked, { once: true, capture: true })
    },
    { title: name, selector: content },
  )
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  await navigation.getByRole('link', { name, exact: true }).click()
  const measured = await page.waitForFunction(
    () => performance.getEntriesByName('change')[0]?.duration,
    undefined,
    { timeout: PAGE_LIMIT_MS },
  )
  return (await measured.jsonValue()) ?? Number.NaN
}
