import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A frame that is slow to answer is left out without a word. */
const PING_WAIT_MS = 10_000

/**
 * What scrolls in another message than the current one is no stop of the Tab key, or a long thread
 * would have hundreds: arrow keys make its message the current one (`keyboard.spec.ts`).
 */
const isReachedByArrows = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('tabindex="-1"')

async function scan(page: Page, reachesFrame = true) {
  const { violations, passes } = await new AxeBuilder({ page })
    .options({ pingWaitTime: PING_WAIT_MS })
    .withTags(TAGS)
    .analyze()
  const inFrame = passes.some(({ nodes }) => nodes.some(({ target }) => target.length > 1))
  // Guards against a scan that silently skips the frame.
  expect(inFrame).toBe(reachesFrame)
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isReachedByArrows(id, html)).map(({ html }) => `${id}: ${html}`),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('finds no violation in the page and in the chat, in each state', async ({
      page,
      chat,
    }) => {
      await page.goto('/bare.html')
      await expect(chat.launcher).toBeVisible()
      expect(await scan(page, false)).toEqual([])

      await chat.open()
      expect(await scan(page)).toEqual([])

      await chat.send(`say Streaming; hold axe-${colorScheme}`)
      await expect(chat.log).toContainText('Streaming')
      expect(await scan(page)).toEqual([])
      await chat.button('Stop').click()
      await chat.settled()

      await chat.send('markdown everything')
      await chat.settled()
      expect(await scan(page)).toEqual([])

      await chat.send('status 401')
      await expect(chat.button('Try again')).toBeVisible()
      expect(await scan(page)).toEqual([])
    })
  })
}
