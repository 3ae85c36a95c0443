import type { Page } from '@playwright/test'
import { createChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

// Playwright cannot access frames of a page from the back/forward cache, so these tests use its keys and
// examine the results.

const keysOf = (page: Page) => page.evaluate(() => Object.keys(sessionStorage))

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }))
  })
  await page.goto('/strict-csp.html')
}

/** Returns to the same page without a reload. */
async function comeBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => (globalThis as { persisted?: boolean }).persisted))
    .toBe(true)
}

test(
  'a page with a launcher is kept, and its chat opens',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await expect(chat.launcher).toBeVisible()

    await leave(page)
    await comeBack(page)

    await chat.open()
    await chat.send('say Still here')
    await expect(chat.answer).toContainText('Still here')
  },
)

test(
  'a page with an open chat is kept, and accepts typed text',
  { tag: '@nightly' },
  async ({ page, chat, context }) => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('say Before')
    await chat.settled()

    await leave(page)
    await comeBack(page)
    await page.keyboard.type('say And after')
    await page.keyboard.press('Enter')

    const other = await context.newPage()
    await other.goto('/bare.html')
    const otherChat = createChatPage(other)
    await otherChat.open()
    await expect(otherChat.answer).toContainText('And after')
    await expect(otherChat.log.getByRole('article')).toHaveCount(4)
  },
)

test('a page that was left in the middle of an answer goes on with it', async ({
  page,
  chat,
  model,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Begun; hold back-1; json " and done"')
  await expect(chat.answer).toContainText('Begun')
  await expect.poll(() => keysOf(page)).toEqual(['alcove:running:default'])

  await leave(page)
  await comeBack(page)
  expect(await keysOf(page)).toEqual(['alcove:running:default'])
  model.release('back-1')

  // The kept frame was notified of the answer's end.
  await expect.poll(() => keysOf(page)).toEqual([])
})
