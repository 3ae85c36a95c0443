import { expect, test } from './fixtures.ts'
import { runAxe } from './run-axe.ts'
import { COLOUR_RULES, scanInLightAndDark } from './scan-accessibility.ts'

const NARROW = { width: 320, height: 640 }

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `describes every call to people, in ${colorScheme}`,
    { tag: '@nightly' },
    async ({ page, alcove }) => {
      await page.emulateMedia({ colorScheme })
      const violations: string[] = []
      page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))

      await page.goto(`http://localhost:${alcove.port}/v1/docs`)

      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('link', { name: 'POST /threads', exact: true }).click()
      await expect(
        page.getByRole('heading', { name: 'POST /threads', exact: true }),
      ).toBeInViewport()
      // Rules that do not depend on colours run in light only, because the page is long.
      const options = colorScheme === 'dark' ? { runOnly: COLOUR_RULES } : {}
      const scanned = await runAxe(page, options, false)
      expect(scanned.violations).toEqual([])
      expect(scanned.passes).toContain('color-contrast')
      expect(violations).toEqual([])
    },
  )
}

test('the root of the service leads to everything, in both schemes and on the smallest phone', async ({
  page,
  alcove,
}) => {
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(`http://localhost:${alcove.port}/`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alcove is running')
  await expect(page.locator('main')).toHaveCSS('max-width', '736px')
  expect(await scanInLightAndDark(page, false)).toEqual([])
  await page.setViewportSize(NARROW)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  expect(refused).toEqual([])
  await page.getByRole('link', { name: 'API' }).click()
  await expect(page).toHaveURL(/\/v1\/docs$/)
})

test(
  'needs no sideways scrolling on the smallest phone',
  { tag: '@nightly' },
  async ({ page, alcove }) => {
    await page.setViewportSize(NARROW)
    await page.goto(`http://localhost:${alcove.port}/v1/docs`)

    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(NARROW.width)
  },
)
