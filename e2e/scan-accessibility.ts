import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { runAxe } from './run-axe.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Voice control needs visible labels in names; in axe this rule is still experimental. */
const NAME_RULE = 'label-content-name-mismatch'

/**
 * A scrollable box is a tab stop only in the current message, because a long thread would have hundreds.
 * Arrow keys make its message the current one (`keyboard.spec.ts`).
 */
const isReachedByArrows = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('tabindex="-1"')

/** Rules that depend on the colour scheme; the others have the same findings in both. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Violations of a page and its frame, each as its rule and the element. */
export const scanAccessibility = (page: Page, reachesFrame = true): Promise<string[]> =>
  scan(page, reachesFrame, { runOnly: TAGS, rules: { [NAME_RULE]: { enabled: true } } })

/** Painted frames without a change of colours, after which they are settled. */
const STILL_FRAMES = 5
/** Longest wait for a painted frame. */
const PAINT_MS = 100

/**
 * Scans a state in light and in dark. In dark only rules that depend on colours run, because light has
 * already covered the others.
 */
export async function scanInLightAndDark(page: Page, reachesFrame = true): Promise<string[]> {
  const light = await scanAccessibility(page, reachesFrame)
  await page.emulateMedia({ colorScheme: 'dark' })
  await haveColoursSettled(page, reachesFrame)
  const dark = await scan(page, reachesFrame, { runOnly: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light' })
  await haveColoursSettled(page, reachesFrame)
  return [...light, ...dark.map((violation) => `in dark: ${violation}`)]
}

/**
 * Waits for the transition of colours between schemes, which begins in the frame only when the page's message has come. A
 * frame without a loaded document has none, and would never answer.
 */
async function haveColoursSettled(page: Page, reachesFrame: boolean): Promise<void> {
  for (const frame of reachesFrame ? page.frames() : [page.mainFrame()]) {
    await frame.evaluate(
      async ({ stillFrames, paintMs }) => {
        let still = 0
        // Limit: the test's own time; each round finishes what began in it.
        while (still < stillFrames) {
          // A hidden frame is not painted.
          await new Promise<unknown>((resolve) => {
            requestAnimationFrame(resolve)
            setTimeout(resolve, paintMs)
          })
          const changing = document
            .getAnimations()
            .filter((each) => each instanceof CSSTransition && each.playState === 'running')
          for (const each of changing) each.finish()
          still = changing.length > 0 ? 0 : still + 1
        }
      },
      { stillFrames: STILL_FRAMES, paintMs: PAINT_MS },
    )
  }
}

async function scan(page: Page, reachesFrame: boolean, options: RunOptions): Promise<string[]> {
  const { violations, isInFrame } = await runAxe(page, options, reachesFrame)
  // Guards against a scan that silently skips the frame.
  expect(isInFrame).toBe(reachesFrame)
  return violations
    .filter(({ id, html }) => !isReachedByArrows(id, html))
    .map(({ id, html }) => `${id}: ${html}`)
}
