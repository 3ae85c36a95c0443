import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A frame that is slow to answer is left out without a word. */
const PING_WAIT_MS = 10_000

/**
 * What scrolls in another message than the current one is no stop of the Tab key, or a long thread
 * would have hundreds: arrow keys make its message the current one (`keyboard.spec.ts`).
 */
const isReachedByArrows = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('tabindex="-1"')

/** The scanner gives a frame a second to take it in: on a busy machine that can be too short. */
const TRIES = 3

/** Each violation of a page and its frame, as its rule and the element. */
export async function scanAccessibility(page: Page, reachesFrame = true): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const { violations, passes } = await new AxeBuilder({ page })
      .options({ pingWaitTime: PING_WAIT_MS })
      .withTags(TAGS)
      .analyze()
    const inFrame = passes.some(({ nodes }) => nodes.some(({ target }) => target.length > 1))
    if (reachesFrame && !inFrame && tries < TRIES) continue
    // Guards against a scan that silently skips the frame.
    expect(inFrame).toBe(reachesFrame)
    return violations.flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isReachedByArrows(id, html)).map(({ html }) => `${id}: ${html}`),
    )
  }
}
