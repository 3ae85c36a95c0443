import type { Frame, Page } from '@playwright/test'
import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken, signedInPage } from '../host-token.ts'
import { seedThread } from '../seed-thread.ts'
import { BOMB_TEXTS, MATH_BOMB_TEXTS } from './corpus/bomb-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'

/** Time from the click to the typed letter, with every text drawn or in reach. */
const OPEN_LIMIT_MS = 10_000
const KEY_LIMIT_MS = 5_000
const LONG_STOPS = 200
const SHORT_STOPS = 6

const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.parentFrame() !== null)!
const bombs = [...BOMB_TEXTS, ...MATH_BOMB_TEXTS]

/** Milliseconds until a typed letter is in the field. */
async function timeKey(page: Page, letter: string): Promise<number> {
  const composer = page
    .frameLocator('iframe[title="Chat"]')
    .getByRole('textbox', { name: 'Message' })
  const start = performance.now()
  const before = await composer.inputValue()
  await composer.press(letter)
  await expect(composer).toHaveValue(before + letter)
  return performance.now() - start
}

test(
  '@long a thread of nothing but bombs opens, scrolls and takes a key',
  { tag: '@timed' },
  async ({ page, alcove, site, chat, watch }, { testId }) => {
    const user = `bombs-${testId}`
    const token = createHostToken(user, HOST_SECRET)
    const texts = bombs.flatMap(({ name, text }) => [`This is ${name}.`, text])
    await seedThread(`http://localhost:${alcove.port}`, token, texts)
    site.add(`/${user}.html`, { html: signedInPage(token) })
    await page.goto(`/${user}.html`)

    const start = performance.now()
    await chat.open()
    await expect(chat.log).toContainText(`This is ${bombs.at(-1)!.name}.`)
    await timeKey(page, 'a')
    const openMs = performance.now() - start

    const frame = frameOf(page)
    const keys: number[] = []
    const stops = IS_LONG ? LONG_STOPS : SHORT_STOPS
    for (let stop = 1; stop <= stops; stop += 1) {
      await frame.evaluate((share) => {
        const log = document.querySelector('[role="log"]')!
        log.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
        log.scrollTop = (log.scrollHeight - log.clientHeight) * (1 - share)
        return new Promise(requestAnimationFrame)
      }, stop / stops)
      keys.push(await timeKey(page, 'b'))
    }

    await expect(chat.log).toContainText(`This is ${bombs[0]!.name}.`)
    expect(openMs).toBeLessThan(OPEN_LIMIT_MS)
    expect(Math.max(...keys)).toBeLessThan(KEY_LIMIT_MS)
    expect(watch.take()).toEqual([])
    console.log(
      `figure: bombs: a thread of ${bombs.length} opens in ${Math.round(openMs)} ms, ${keys.length} keys while it scrolls, slowest ${Math.round(Math.max(...keys))} ms`,
    )
  },
)

test(
  'a frame that is held up is seen by the same measure',
  { tag: ['@nightly', '@timed'] },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    await frameOf(page).evaluate((ms) => {
      // Started by the key itself, because a separate task could end before the key press.
      addEventListener(
        'keydown',
        () => {
          const end = performance.now() + ms
          while (performance.now() < end);
        },
        { once: true },
      )
    }, KEY_LIMIT_MS + 500)

    expect(await timeKey(page, 'a')).toBeGreaterThan(KEY_LIMIT_MS)
  },
)
