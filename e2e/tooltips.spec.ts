import { expect, test } from './fixtures.ts'

/** The specification's delays, section 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

test(
  'the next name shows at once when the pointer goes straight to its neighbour (9.9)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    const tooltip = chat.frame.getByRole('tooltip')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)

    await chat.button('New conversation').hover()
    await page.clock.runFor(OPEN_DELAY_MS - 1)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tooltip).toHaveText('New conversation')

    await chat.button('Close').hover()
    await page.clock.runFor(SKIP_DELAY_MS)
    await expect(tooltip).toHaveText('Close')

    // After a longer pause without a tooltip, the next one has the full delay again.
    await chat.composer.hover()
    await page.clock.runFor(SKIP_DELAY_MS + 1)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(SKIP_DELAY_MS)
    await chat.button('New conversation').hover()
    await page.clock.runFor(OPEN_DELAY_MS - 1)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tooltip).toHaveText('New conversation')
  },
)
