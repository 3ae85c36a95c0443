import { expect, test } from './fixtures.ts'
import { scanAccessibility } from './scan-accessibility.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('finds no violation in the page and in the chat, in each state', async ({
      page,
      chat,
    }) => {
      await page.goto('/bare.html')
      await expect(chat.launcher).toBeVisible()
      expect(await scanAccessibility(page, false)).toEqual([])

      await chat.open()
      expect(await scanAccessibility(page)).toEqual([])

      await chat.send(`say Streaming; hold axe-${colorScheme}`)
      await expect(chat.log).toContainText('Streaming')
      expect(await scanAccessibility(page)).toEqual([])
      await chat.button('Stop').click()
      await chat.settled()

      await chat.send('markdown everything')
      await chat.settled()
      expect(await scanAccessibility(page)).toEqual([])

      await chat.send('status 401')
      await expect(chat.button('Try again')).toBeVisible()
      expect(await scanAccessibility(page)).toEqual([])
    })
  })
}
