import { execFileSync } from 'node:child_process'
import { chromium, type Frame, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/find-chromium.ts'
import { findScreenPrograms, SCREEN_ADVICE } from '../scripts/find-engines.ts'
import { createChatPage } from './chat-page.ts'
import { startScreen } from './engines/start-screen.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { seedThread } from './seed-thread.ts'

const COUNT = 120
/** Lines longer than any view, with the searched word at the end. */
const LONG = 35
const wordOf = (index: number) => `needle${index}x`
const texts = Array.from({ length: COUNT }, (_, index) => {
  if (index % 2 === 0) return `Question ${index}`
  const words = 'Some words of an answer. '.repeat(index === LONG ? 300 : (index % 7) + 1)
  return `## Answer ${index}\n\n${words}\n\n- one\n- two ${wordOf(index)}\n- everywhere`
})

/** Distance of a message from the view, in messages; 0: visible. */
const distanceTo = (frame: Frame, index: number) =>
  frame.evaluate((wanted) => {
    const view = document.querySelector('[role="log"]')!.getBoundingClientRect()
    const seen = [...document.querySelectorAll('[role="log"] article')].filter((article) => {
      const { top, bottom } = article.getBoundingClientRect()
      return bottom > view.top && top < view.bottom
    })
    const places = seen.map((article) => Number(article.getAttribute('aria-posinset')) - 1)
    const distances = places.map((place) => Math.abs(place - wanted))
    return Math.min(...distances)
  }, index)

/** Whether the found text is in the view. After the search bar is closed, it is selected. */
const readSelection = (frame: Frame) =>
  frame.evaluate(() => {
    const selection = getSelection()!
    if (selection.rangeCount === 0) return { words: '', isSeen: false }
    const view = document.querySelector('[role="log"]')!.getBoundingClientRect()
    const { top, bottom } = selection.getRangeAt(0).getBoundingClientRect()
    return { words: selection.toString(), isSeen: top >= view.top && bottom <= view.bottom }
  })

const countSearchKeys = (page: Page) =>
  Promise.all(
    page.frames().map((each) =>
      each.evaluate(() => {
        document.documentElement.dataset['searchKeys'] = '0'
        const count = ({ key }: KeyboardEvent) => {
          if (key !== 'f') return
          removeEventListener('keydown', count, { capture: true })
          document.documentElement.dataset['searchKeys'] = '1'
        }
        addEventListener('keydown', count, { capture: true })
      }),
    ),
  )
const readSearchKeys = async (page: Page) => {
  const counts = page
    .frames()
    .map((each) => each.evaluate(() => Number(document.documentElement.dataset['searchKeys'])))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const scrollToEnd = (frame: Frame) =>
  frame.evaluate(async () => {
    const log = document.querySelector('[role="log"]')!
    log.scrollTop = log.scrollHeight
    await new Promise(requestAnimationFrame)
  })

test('the search of the browser leads to the word with the first Return, in a conversation of 120 messages', async ({
  alcove,
  site,
  baseURL,
}, { testId }) => {
  const programs = findScreenPrograms()
  test.skip(programs === undefined, SCREEN_ADVICE)
  const screen = await startScreen(programs!.screen)
  const env = { ...process.env, DISPLAY: screen.name } as Record<string, string>
  const press = (...keys: string[]) => void execFileSync(programs!.keyboard, keys, { env })
  const browser = await chromium.launch({
    headless: false,
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS, '--window-size=1200,780', '--window-position=0,0'],
    env,
  })
  try {
    const page: Page = await browser.newPage({ viewport: { width: 1180, height: 620 } })
    const token = createHostToken(testId, HOST_SECRET)
    await seedThread(`http://localhost:${alcove.port}`, token, texts)
    site.add(`/${testId}.html`, { html: signedInPage(token) })
    await page.goto(`${baseURL}/${testId}.html`)
    const chat = createChatPage(page)
    await chat.open()
    const frame = page.frames().find((each) => each.parentFrame() !== null)!
    await expect
      .poll(() => frame.evaluate(() => document.querySelector('[role="log"]')!.textContent))
      .toContain('Question 0')

    /** Waits until the browser has handled the key, because text before that would go to the page. */
    const search = async (words: string) => {
      await countSearchKeys(page)
      press('key', 'ctrl+f')
      await expect.poll(() => readSearchKeys(page)).toBe(1)
      press('type', '--delay', '20', words)
    }

    for (const index of [51, 5, 91, LONG, 21, 119]) {
      await scrollToEnd(frame)
      await search(wordOf(index))
      press('key', 'Return')
      const told = { message: `messages between the view and message ${index}` }
      await expect.poll(() => distanceTo(frame, index), told).toBe(0)
      press('key', 'Escape')
      await expect
        .poll(() => readSelection(frame), `the word of message ${index}`)
        .toEqual({ words: wordOf(index), isSeen: true })
    }

    // A word in many messages: each Return moves to the next match, also in folded messages.
    await search(wordOf(51))
    press('key', 'Escape')
    await expect.poll(() => readSelection(frame)).toEqual({ words: wordOf(51), isSeen: true })
    await search('everywhere')
    for (let index = 53; index <= 81; index += 2) {
      press('key', 'Return')
      await expect.poll(() => distanceTo(frame, index), `next after ${index - 2}`).toBe(0)
    }
    press('key', 'Escape')
    await expect.poll(() => readSelection(frame)).toEqual({ words: 'everywhere', isSeen: true })
    const isOf81 = () =>
      document.querySelector('[aria-posinset="82"]')!.contains(getSelection()!.anchorNode)
    expect(await frame.evaluate(isOf81)).toBe(true)

    // Blocks that were searched are folded again: boxes of their messages would slow each scrolled frame.
    await scrollToEnd(frame)
    const countOpen = (selector: string) =>
      frame.evaluate((of) => {
        const all = [...document.querySelectorAll(of)]
        return {
          isAny: all.length > 0,
          open: all.filter((each) => each.getAttribute('hidden') !== 'until-found').length,
        }
      }, selector)
    for (const selector of ['[data-folded]', '[data-folded-id]'])
      await expect.poll(() => countOpen(selector), selector).toEqual({ isAny: true, open: 0 })
    await expect(chat.composer).toHaveValue('')
  } finally {
    await browser.close()
    await screen.end()
  }
})
