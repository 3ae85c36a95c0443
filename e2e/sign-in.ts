import { expect, type BrowserContext, type Page } from '@playwright/test'

interface Desk {
  makeLink(): Promise<string>
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

const sessions = new WeakMap<Desk, Cookies>()

/**
 * Signs the owner in: by a link the first time, later by the session that it began. Which page is open
 * afterwards is open, so that tests name theirs. The way by links has its own tests in `desk.spec.ts`.
 */
export async function signIn(page: Page, desk: Desk): Promise<void> {
  const known = sessions.get(desk)
  if (known) return page.context().addCookies(known)
  await page.goto(await desk.makeLink())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  sessions.set(desk, await page.context().cookies())
}
