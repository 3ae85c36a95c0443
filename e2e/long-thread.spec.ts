import type { Frame, Page } from '@playwright/test'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { seedThread } from './seed-thread.ts'

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
const COUNT = isLong ? 1_000 : 450
/** Share of frames: 50 of 60 per second, where a bare page has all. */
const ENOUGH_FRAMES = 50 / 60
const texts = Array.from({ length: COUNT }, (_, index) =>
  index % 2 === 0
    ? `Question ${index}`
    : `## Answer ${index}\n\n${`Some words of answer ${index}. `.repeat(repeats(index))}\n\n- one\n- two`,
)

/** A message far from the end has 20,000 characters. */
function repeats(index: number): number {
  return isLong && index === COUNT - 61 ? 800 : (index % 7) + 1
}

interface Reader {
  readonly frame: Frame
  /** Share of the view without a message. */
  blank(): Promise<number>
  elements(): Promise<number>
  scrollTo(top: number | 'start' | 'end'): Promise<void>
}

async function openThread(
  page: Page,
  user: string,
  world: { origin: string; site: { add(path: string, page: { html: string }): void } },
): Promise<void> {
  const token = createHostToken(user, HOST_SECRET)
  await seedThread(world.origin, token, texts)
  world.site.add(`/${user}.html`, { html: signedInPage(token) })
  await page.goto(`/${user}.html`)
}

function createReader(page: Page): Reader {
  const frame = page.frames().find((each) => each.parentFrame() !== null)!
  return {
    frame,
    elements: () => frame.evaluate(() => document.querySelectorAll('[role="log"] *').length),
    blank: () =>
      frame.evaluate(() => {
        const log = document.querySelector('[role="log"]')!
        const view = log.getBoundingClientRect()
        return [...log.querySelectorAll('[data-folded]')].reduce((sum, block) => {
          const { top, bottom } = block.getBoundingClientRect()
          return sum + Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top))
        }, 0)
      }),
    scrollTo: (top) =>
      frame.evaluate((to) => {
        const log = document.querySelector('[role="log"]')!
        log.scrollTop = to === 'start' ? 0 : to === 'end' ? log.scrollHeight : to
      }, top),
  }
}

test(
  'a long thread is read, scrolled, searched and walked @long',
  { tag: ['@nightly', '@timed'] },
  async ({ page, alcove, site, chat }, { testId }) => {
    const origin = `http://localhost:${alcove.port}`
    await openThread(page, `reader-${testId}`, { origin, site })
    await chat.open()
    await expect(chat.answer.getByRole('heading', { name: `Answer ${COUNT - 1}` })).toBeVisible()
    const { frame, blank, elements, scrollTo } = createReader(page)
    const goToEnd = async () => {
      await scrollTo('end')
      await expect.poll(blank).toBe(0)
    }

    await test.step('the reading place stays while messages above are drawn and loaded (U09, U13)', async () => {
      const moved = await frame.evaluate(async () => {
        const log = document.querySelector('[role="log"]')!
        const next = () => new Promise<number>(requestAnimationFrame)
        const placeOf = (element: Element) => element.getBoundingClientRect().top
        log.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
        log.scrollTop -= 900
        await next()
        await next()
        const view = log.getBoundingClientRect()
        const read = [...log.querySelectorAll('article')].find(
          (each) => placeOf(each) > view.top + 60,
        )!
        const before = placeOf(read)
        let most = 0
        for (let frames = 0; frames < 90; frames += 1) {
          await next()
          most = Math.max(most, Math.abs(placeOf(read) - before))
        }
        return most
      })

      expect(moved).toBeLessThanOrEqual(1)
    })

    await test.step('scrolling up and down shows no blank (U62)', async () => {
      await goToEnd()
      await expect
        .poll(() => frame.evaluate(() => document.querySelectorAll('[data-folded]').length))
        .toBeGreaterThan(3)

      const { worst, share } = await frame.evaluate(async (isTimed) => {
        const log = document.querySelector('[role="log"]')!
        const next = () => new Promise<number>(requestAnimationFrame)
        let most = 0
        /** Duration of this many frames while a box scrolls. */
        const walk = async (box: Element, look: () => void) => {
          const start = await next()
          let end = start
          for (const direction of [-1, 1]) {
            for (let frames = 0; frames < 120; frames += 1) {
              box.scrollTop += direction * 60
              end = await next()
              look()
            }
          }
          return end - start
        }
        const ownMs = await walk(log, () => {
          const view = log.getBoundingClientRect()
          for (const block of log.querySelectorAll('[data-folded]')) {
            const { top, bottom } = block.getBoundingClientRect()
            most = Math.max(most, Math.min(bottom, view.bottom) - Math.max(top, view.top))
          }
        })
        if (!isTimed) return { worst: most, share: 1 }
        const bare = document.body.appendChild(document.createElement('div'))
        bare.style.cssText = 'position:fixed;inset:0;overflow:auto;white-space:pre-line'
        bare.textContent = 'Some words\n'.repeat(800)
        bare.scrollTop = bare.scrollHeight
        const bareMs = await walk(bare, () => {})
        bare.remove()
        const { left, top, width, height } = log.getBoundingClientRect()
        const inTheMiddle = () =>
          document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article')
        for (let frames = 0; (inTheMiddle()?.textContent.length ?? 0) < 20_000; frames += 1) {
          if (frames === 200) throw new Error('The long message does not come')
          log.scrollTop -= 200
          await next()
        }
        log.scrollTop -= 600
        const longMs = await walk(log, () => {})
        return { worst: most, share: bareMs / Math.max(ownMs, longMs) }
      }, isLong)
      if (isLong)
        console.log(`figure: ${COUNT} messages scroll at ${share.toFixed(2)} of a bare box`)
      expect(share).toBeGreaterThanOrEqual(ENOUGH_FRAMES)

      expect(worst).toBeLessThanOrEqual(0)
      // A jump may be blank for a frame or two only.
      await scrollTo(3_000)
      await expect.poll(blank).toBe(0)
    })

    await test.step('a long thread is a few elements, and every loaded word can be found (R28, U62)', async () => {
      await goToEnd()
      // Older pages load automatically.
      await expect
        .poll(() => frame.evaluate(() => document.querySelector('[role="log"]')!.textContent))
        .toContain('Question 0')

      const log = frame.locator('[role="log"]')
      // An element per folded message, and more for drawn ones.
      expect(await elements()).toBeLessThan(COUNT + 600)
      for (const index of [1, 101, 251, 449]) {
        await expect(log).toContainText(`Some words of answer ${index}.`)
      }
    })

    await test.step('find in page draws the message that it finds', async () => {
      await goToEnd()
      await expect
        .poll(() => frame.evaluate(() => document.querySelector('[role="log"]')!.textContent))
        .toContain('Question 0')
      const target = frame.locator('[role="log"] article', { hasText: 'Answer 101' })
      await expect(target).toHaveCount(0)

      // Simulates the browser's event for a match inside. `find-in-page.spec.ts` uses real keys.
      await frame.evaluate(() => {
        const message = [...document.querySelectorAll('[data-folded-id]')].find((each) =>
          each.textContent.includes('## Answer 101\n'),
        )!
        message.dispatchEvent(new Event('beforematch', { bubbles: true }))
      })

      await expect(target).toBeInViewport()
      await expect(target.getByRole('heading', { name: 'Answer 101' })).toBeVisible()
    })

    await test.step('the keyboard and a screen reader reach folded messages', async () => {
      await goToEnd()
      // Older pages that load later change each message's position in the set.
      await expect(chat.log.getByRole('article').last()).toHaveAttribute(
        'aria-posinset',
        `${COUNT}`,
      )

      await chat.log.focus()
      await page.keyboard.press('Home')
      await expect(chat.log.getByRole('article').first()).toBeFocused()
      await page.keyboard.press('End')
      await expect(chat.answer).toBeFocused()

      // The window is still measuring, so the first message is read when the key goes down.
      await frame.evaluate(() => {
        const note = () => {
          const first = document.querySelector('[role="log"] article')!
          document.body.dataset['first'] = first.getAttribute('aria-posinset')!
        }
        addEventListener('keydown', note, { capture: true, once: true })
      })
      await chat.button('Show earlier messages').press('Enter')
      const focused = frame.locator('article:focus')
      await expect(focused).toHaveAttribute('aria-posinset', /\d+/)
      const first = await frame.evaluate(() => Number(document.body.dataset['first']))
      await expect(focused).toHaveAttribute('aria-posinset', `${first - 1}`)
    })

    await test.step('nothing that stands still lies over what has the focus, over fifty messages (A28)', async () => {
      await goToEnd()
      await chat.answer.focus()
      const walk = () =>
        frame.evaluate(async () => {
          const next = () => new Promise<number>(requestAnimationFrame)
          const log = document.querySelector('[role="log"]')!
          const covered: string[] = []
          const seen = new Set<Element>()
          for (let steps = 0; steps < 50; steps += 1) {
            const from = document.activeElement!
            from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
            await next()
            const message = document.activeElement!
            seen.add(message)
            const view = log.getBoundingClientRect()
            const { left, right, top, bottom } = message.getBoundingClientRect()
            // A message higher than the log has its corners beyond it, so its top is used.
            const lowest = Math.min(bottom, view.bottom) - 2
            for (const [x, y] of [
              [left + 2, top + 2],
              [right - 2, top + 2],
              [left + 2, lowest],
              [right - 2, lowest],
            ] as const) {
              if (!message.contains(document.elementFromPoint(x, y))) {
                covered.push(
                  `${message.textContent.slice(0, 30)} at ${Math.round(x)}, ${Math.round(y)}`,
                )
              }
            }
          }
          return { covered, count: seen.size }
        })
      expect(await walk()).toEqual({ covered: [], count: 50 })

      // Positive control: a bar over the top of the log.
      await frame.evaluate(() => {
        const bar = document.body.appendChild(document.createElement('div'))
        const { top } = document.querySelector('[role="log"]')!.getBoundingClientRect()
        bar.id = 'bar'
        bar.style.cssText = `position:fixed;inset-inline:0;top:${top}px;height:80px`
      })
      await chat.answer.focus()
      expect((await walk()).covered).not.toEqual([])
      await frame.evaluate(() => document.querySelector('#bar')!.remove())
    })

    await test.step('a selection stays while its messages are scrolled away', async () => {
      await goToEnd()
      await chat.answer
        .getByText(`Some words of answer ${COUNT - 1}.`)
        .first()
        .selectText()
      const selected = () => frame.evaluate(() => getSelection()!.toString())
      const before = await selected()

      await scrollTo(500)
      await expect(chat.log.getByRole('article').first()).toBeVisible()
      await frame.evaluate(() => new Promise(requestAnimationFrame))

      expect(before).toContain('Some words')
      expect(await selected()).toBe(before)
    })
  },
)
