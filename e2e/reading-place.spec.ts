import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { seedThreads } from './seed-threads.ts'
import { createThreadListPage } from './thread-list-page.ts'

/** An answer of many views, which stays open until it is released. */
const LONG_ANSWER = (key: string) => `tokens 1200; hold ${key}; say  and the end`

const topOf = ({ log }: ChatPage) => log.evaluate((element) => element.scrollTop)

/** Waits until two consecutive frames show the same position. */
const settledTop = async (chat: ChatPage) => {
  await expect
    .poll(() =>
      chat.log.evaluate(async (log) => {
        const before = log.scrollTop
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return log.scrollTop === before
      }),
    )
    .toBe(true)
  return topOf(chat)
}

const WAYS: Readonly<Record<string, (page: Page, chat: ChatPage) => Promise<void>>> = {
  'the wheel': async (page, chat) => {
    await chat.log.hover()
    await page.mouse.wheel(0, 700)
  },
  'the keys': async (page, chat) => {
    await chat.log.evaluate((log) => log.focus({ preventScroll: true }))
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Space')
  },
  // Simulates a finger: its events, and the resulting scroll of the browser.
  'a finger': async (_page, chat) =>
    chat.log.evaluate((log) => {
      const touch = (type: string, clientY: number) =>
        log.dispatchEvent(
          Object.assign(new Event(type, { bubbles: true }), { touches: [{ clientY }] }),
        )
      touch('touchstart', 500)
      touch('touchmove', 100)
      log.scrollTop += 700
    }),
  'the scrollbar': async (_page, chat) =>
    chat.log.evaluate((log) => {
      log.dispatchEvent(Object.assign(new Event('pointerdown'), { offsetX: log.clientWidth + 4 }))
      log.scrollTop += 700
    }),
}

test('a person who read into a long answer finds the place again (U12)', async ({
  page,
  site,
  alcove,
  chat,
  model,
}, { testId }) => {
  const token = createHostToken(testId, HOST_SECRET)
  site.add(`/${testId}.html`, { html: signedInPage(token) })
  await seedThreads(`http://localhost:${alcove.port}`, token, [{ title: 'Other' }])
  await page.goto(`/${testId}.html`)
  await chat.open()
  const list = createThreadListPage(chat)
  const goToOther = async () => {
    await list.open()
    await list.row(/^Other/).click()
    await expect(chat.log.getByText('This is Other.')).toBeInViewport()
  }
  const comeBack = async () => {
    await list.open()
    await list.nav.getByRole('listitem').first().getByRole('button').first().click()
    await expect(chat.log.getByText('word1200')).toBeAttached()
  }
  const expectPlace = async (top: number, told: string) => {
    await expect.poll(async () => Math.abs((await topOf(chat)) - top), told).toBeLessThanOrEqual(1)
  }

  for (const [way, readDown] of Object.entries(WAYS)) {
    const key = `reading-${way.replaceAll(' ', '-')}`
    await chat.button('New conversation').click()
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await chat.send(LONG_ANSWER(key))
    await expect(chat.answer).toContainText('word1200')
    const held = await settledTop(chat)
    await readDown(page, chat)
    await expect.poll(() => topOf(chat)).toBeGreaterThan(held + 300)
    const top = await settledTop(chat)

    await goToOther()
    await comeBack()
    await expectPlace(top, `by ${way}, while the answer grows`)
    model.release(key)
    await chat.settled()
    await expect(chat.answer).toContainText('and the end')
    await expectPlace(top, `by ${way}, after its end`)
    await goToOther()
    await comeBack()
    await expectPlace(top, `by ${way}, come back to a whole answer`)
    if (way === 'the wheel') {
      const other = await page.context().newPage()
      await other.goto(page.url())
      await other.close()
      await expectPlace(top, `by ${way}, with another tab`)
    }
  }
})
