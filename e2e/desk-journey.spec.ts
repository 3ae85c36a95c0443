import type { Page } from '@playwright/test'
import { startDeskWorld, UNANSWERED, type DeskWorld } from './desk-world.ts'
import { expect, test as base } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const test = base.extend<{ readonly world: DeskWorld }>({
  world: async ({ shared }, use) => use(await shared('a desk with figures', startDeskWorld)),
})

async function openDesk(page: Page, world: DeskWorld): Promise<void> {
  await signIn(page, world)
  await page.goto(`${world.url}/desk`)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}

const card = (page: Page, name: string) => page.getByRole('region', { name })

test('an owner reads the three answers from the page that opens', async ({ page, world }) => {
  await openDesk(page, world)

  const asked = card(page, 'What people ask')
  await expect(asked.getByRole('link', { name: /^Questions\s*2,000/ })).toBeVisible()
  await expect(asked.getByRole('button', { name: /^When will my order arrive\?/ })).toBeVisible()
  const bad = card(page, 'What went wrong')
  await expect(bad.getByRole('link', { name: /^Bad ratings.*30/s })).toBeVisible()
  await expect(bad.getByRole('link', { name: /^Unanswered.*12/s })).toBeVisible()
  const cost = card(page, 'What it costs')
  await expect(cost.getByRole('link', { name: /^Cost.*15\.00/s })).toBeVisible()
})

test('a bad answer is one press away from Home', async ({ page, world }) => {
  await openDesk(page, world)

  const worst = card(page, 'What went wrong').getByRole('list').getByRole('link')
  await worst.first().click()

  await expect(page).toHaveURL(/\/desk\/default\/conversations\/t\d+\?message=a\d+$/)
})

test('the four kinds of unanswered questions stand under Quality, each with its places', async ({
  page,
  world,
}) => {
  await openDesk(page, world)
  await page.getByRole('link', { name: 'All about quality' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quality' })).toBeFocused()

  const unanswered = card(page, 'Unanswered questions')
  await expect(unanswered.getByRole('button')).toHaveCount(UNANSWERED.length)
  const norway = unanswered.getByRole('button', {
    name: /^Do you ship to Norway\?\s*asked 3 times/,
  })
  await norway.press('Enter')
  await expect(unanswered.getByRole('list', { name: 'Where it was asked' })).toBeVisible()
  await expect(
    unanswered.getByRole('list', { name: 'Where it was asked' }).getByRole('link'),
  ).toHaveCount(3)
})
