import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function scan(page: Page, reachesFrame = true) {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const inFrame = passes.some(({ nodes }) => nodes.some(({ target }) => target.length > 1))
  // Guards against a scan that silently skips the frame.
  expect(inFrame).toBe(reachesFrame)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
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
