import { execFileSync } from 'node:child_process'
import { chromium, type Frame } from '@playwright/test'
import sharp from 'sharp'
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
/** Pixels from the middle of the address bar to the page. */
const HALF_ADDRESS_BAR = 22
const wordOf = (index: number) => `needle${index}x`
const texts = Array.from({ length: COUNT }, (_, index) => {
  if (index % 2 === 0) return `Question ${index}`
  const words = 'Some words of an answer. '.repeat(index === LONG ? 300 : (index % 7) + 1)
  return `## Answer ${index}\n\n${words}\n\n- one\n- two ${wordOf(index)}\n- everywhere`
})

/** Whether the found text is in the view. After the search bar is closed, it is selected. */
const readSelection = (frame: Frame) =>
  frame.evaluate(() => {
    const selection = getSelection()!
    if (selection.rangeCount === 0) return { words: '', isSeen: false }
    const view = document.querySelector('[role="log"]')!.getBoundingClientRect()
    const { top, bottom } = selection.getRangeAt(0).getBoundingClientRect()
    return { words: selection.toString(), isSeen: top >= view.top && bottom <= view.bottom }
  })

/** Chromium's colour of the found text, while all other matches are yellow. */
const FOUND_COLOUR = [255, 150, 50]
const COLOUR_SLACK = 5

/** The place of a word of a drawn message in the page; `undefined` outside the view. */
async function findPlace(frame: Frame, index: number, word: string) {
  const place = await frame.evaluate(
    ([position, wanted]) => {
      const view = document.querySelector('[role="log"]')!.getBoundingClientRect()
      const article = document.querySelector(`[aria-posinset="${position}"]`)
      const nodes = article && document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
      while (nodes?.nextNode()) {
        const start = nodes.currentNode.textContent!.indexOf(wanted)
        if (start === -1) continue
        const range = document.createRange()
        range.setStart(nodes.currentNode, start)
        range.setEnd(nodes.currentNode, start + wanted.length)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return top >= view.top && bottom <= view.bottom ? { left, right, top } : undefined
      }
      return undefined
    },
    [index + 1, word] as const,
  )
  const box = await (await frame.frameElement()).boundingBox()
  if (place === undefined || box === null) return undefined
  const [left, right] = [place.left, place.right].map((x) => Math.round(box.x + x))
  return { left: left!, right: right!, top: Math.round(box.y + place.top) }
}

/** Whether the browser marks the whole word as the found text, in the view. A part is marked during typing. */
async function isMarked(frame: Frame, index: number, word: string): Promise<boolean> {
  const place = await findPlace(frame, index, word)
  if (place === undefined) return false
  const clip = { x: place.left, y: place.top + 1, width: place.right - place.left, height: 1 }
  const picture = await frame.page().screenshot({ clip })
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer()
  return [pixels.subarray(0, 3), pixels.subarray(-3)].every((pixel) =>
    pixel.every((value, channel) => Math.abs(value - FOUND_COLOUR[channel]!) <= COLOUR_SLACK),
  )
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
    const page = await browser.newPage({ viewport: { width: 1180, height: 620 } })
    const token = createHostToken(testId, HOST_SECRET)
    await seedThread(`http://localhost:${alcove.port}`, token, texts)
    site.add(`/${testId}.html`, { html: signedInPage(token) })
    await page.goto(`${baseURL}/${testId}.html`)
    const chat = createChatPage(page)
    await chat.open()
    const frame = page.frames().find((each) => each.parentFrame() !== null)!
    await expect(chat.log).toContainText('Question 0')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const bars = await page.evaluate(() => outerHeight - innerHeight)
    const addressBar = ['600', String(bars - HALF_ADDRESS_BAR)]
    /**
     * From the address bar, because the page would get the words if it handled the first key late. All at once,
     * because each letter would start another search.
     */
    const search = async (words: string) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), words)
      press('mousemove', ...addressBar, 'click', '1')
      press('key', 'ctrl+f', 'ctrl+v')
    }
    /** The key comes after the mark, because it would also end a search that is not finished. */
    const closeSearch = async (index: number, words: string) => {
      press('key', 'Escape')
      await expect
        .poll(() => readSelection(frame), `the selection in message ${index}`)
        .toEqual({ words, isSeen: true })
    }
    const marked = (index: number, words: string) =>
      expect.poll(() => isMarked(frame, index, words), `${words} in message ${index}`).toBe(true)

    let last = 0
    for (const index of [51, 5, 91, LONG, 21, 119, 51]) {
      await scrollToEnd(frame)
      await search(wordOf(index))
      // A later match is marked at once. An earlier one is shown with Return, and its mark may be lost to the drawing.
      if (index > last) await marked(index, wordOf(index))
      else {
        press('key', 'Return')
        await expect
          .poll(() => findPlace(frame, index, wordOf(index)), `place of ${wordOf(index)}`)
          .toBeDefined()
      }
      await closeSearch(index, wordOf(index))
      last = index
    }

    // A word in many messages: each Return moves to the next match.
    await search('everywhere')
    await marked(51, 'everywhere')
    for (let index = 53; index <= 81; index += 2) {
      await expect(chat.log.locator(`[aria-posinset="${index + 1}"]`)).toBeAttached()
      press('key', 'Return')
      await marked(index, 'everywhere')
    }
    await closeSearch(81, 'everywhere')

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
