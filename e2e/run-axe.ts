import axe, { type ElementContext, type PartialResults, type RunOptions } from 'axe-core'
import type { Frame, Page } from '@playwright/test'

type Axe = typeof axe

export interface AxeFindings {
  readonly violations: readonly { readonly id: string; readonly html: string }[]
  /** Rules that an element satisfies. */
  readonly passes: readonly string[]
  /** Whether an element of a frame was judged. */
  readonly isInFrame: boolean
}

/**
 * Runs axe in a page and its frames. The package for Playwright does so too, but sends all details of all
 * elements through the protocol three times, and opens another page for the sum: four times the work.
 *
 * @param reachesFrame false: frames without a document are left out, because they would never answer.
 */
export async function runAxe(
  page: Page,
  options: RunOptions,
  reachesFrame: boolean,
): Promise<AxeFindings> {
  const parts = await runIn(page.mainFrame(), { include: [], exclude: [] }, options, reachesFrame)
  return page.evaluate(
    async ({ parts, options }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const found = parts.map((part) => part && JSON.parse(part)) as PartialResults
      const { violations, passes, incomplete } = await axe.finishRun(found, options)
      return {
        violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html }))),
        passes: passes.map(({ id }) => id),
        // Includes `incomplete`: under a covering dialog, axe reaches elements that it cannot judge.
        isInFrame: [...passes, ...incomplete].some(({ nodes }) =>
          nodes.some(({ target }) => target.length > 1),
        ),
      }
    },
    { parts, options },
  )
}

/** Results of a frame and of those within, in axe's order, as JSON: objects take the protocol far longer. */
async function runIn(
  frame: Frame,
  context: unknown,
  options: RunOptions,
  reachesFrame: boolean,
): Promise<(string | null)[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  const within = await frame.evaluate((context) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    return axe.utils.getFrameContexts(context as ElementContext)
  }, context)
  const own = await frame.evaluate(
    async ({ context, options }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      return JSON.stringify(await axe.runPartial(context as ElementContext, options))
    },
    { context, options },
  )
  const parts: (string | null)[] = [own]
  for (const { frameSelector, frameContext } of within) {
    const element = await frame.evaluateHandle((selector) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      return axe.utils.shadowSelect(selector)
    }, frameSelector)
    const child = await element.asElement()?.contentFrame()
    const isLoaded = child?.url().startsWith('http') === true
    if (child && (isLoaded || reachesFrame)) {
      parts.push(...(await runIn(child, frameContext, options, reachesFrame)))
    } else parts.push(null)
  }
  return parts
}
