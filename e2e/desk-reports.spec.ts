import type { Page } from '@playwright/test'
import { startDeskWorld, type DeskWorld } from './desk-world.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

const PAGES = ['Home', 'Quality', 'Usage', 'Knowledge', 'Health', 'Notices'] as const

const test = base.extend<{ readonly world: DeskWorld }>({
  world: async ({ shared }, use) => use(await shared('a desk with figures', startDeskWorld)),
})

/** Opens each page in turn. */
async function visitAll(page: Page, world: DeskWorld, look: (name: string) => Promise<void>) {
  await signIn(page, world)
  for (const name of PAGES) {
    await page.goto(`${world.url}/desk/default/${name.toLowerCase()}`)
    await expect(page.getByRole('region').first()).toBeVisible()
    await look(name)
  }
}

/** Pixels by which the page is wider than its window, or the document is taller. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const root = document.documentElement
    return Math.max(
      root.scrollWidth - root.clientWidth,
      root.scrollHeight - root.clientHeight,
      (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
    )
  })

test('each report has no findings, in light and dark', async ({ page, world }) => {
  test.slow()
  await visitAll(page, world, async (name) => {
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await scanInLightAndDark(page, false), name).toEqual([])
  })
})

test('each report fits a phone, with texts of twice the size and from right to left', async ({
  page,
  world,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('alcove-desk-language', 'ar-XB'))
  await signIn(page, world)
  for (const name of PAGES) {
    await page.goto(`${world.url}/desk/default/${name.toLowerCase()}`)
    await expect(page.getByRole('region').first()).toBeVisible()
    expect(await excess(page), name).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await excess(page), name).toBe(0)
    expect(await scanAccessibility(page, false), name).toEqual([])
  }
})

test('figures of a chart can be read as a table, by keys alone', async ({ page, world }) => {
  await signIn(page, world)
  await page.goto(`${world.url}/desk`)
  const cost = page.getByRole('region', { name: 'What it costs' })
  await cost.getByRole('button', { name: 'As a table' }).press('Enter')

  const table = cost.getByRole('table', { name: 'Cost by day, as a table' })
  await expect(table.getByRole('row')).toHaveCount(8)
})

test('the table of usage shows its last column in a window of 1280 pixels, and needs no second one', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, world)
  await page.goto(`${world.url}/desk`)
  await expect(page.getByRole('button', { name: 'As a table' })).toBeVisible()
  await page.goto(`${world.url}/desk/default/usage`)
  const last = page.getByRole('columnheader', { name: 'First word, 95 %' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'As a table' })).toBeHidden()
  const table = page.locator('.usage-table')
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('a project without people says so, and how long it keeps conversations of visitors', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  await page.goto(`${world.url}/desk/default/people`)
  await expect(page.getByText('Nobody is invited to this project')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await page.goto(`${world.url}/desk/default/retention`)
  await expect(page.getByText(/^Until 30 days after they were here last/)).toBeVisible()
})
