import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import {
  boxOf,
  expectRoom,
  findCut,
  findEdgeless,
  findOutOfOrder,
  LINE_PX,
  restyle,
  WIDE_SPACING,
} from './find-cut.ts'
import { answers, reopen } from './messages.ts'
import { runAxe } from './run-axe.ts'
import { seedThread } from './seed-thread.ts'
import { visit } from './visitor.ts'

// Positions in the frame for typical widths and font sizes.

const CODE = `\`\`\`ts\n${Array.from({ length: 60 }, (_, line) => `const line${line} = 0`).join('\n')}\n\`\`\``
const TABLE = `| Name | What it is for | Where it is made | Notes of the maker |
|---|---|---|---|
| Kettle | Boiling a litre of water in four minutes | In a village in the hills above the lake | The handle stays cool |`

const source = (url: string, title: string) => ({
  type: 'source',
  sourceType: 'url',
  id: url,
  url,
  title,
})
const SHOWN = [
  'Show me',
  [
    { type: 'text', text: 'The kettle boils a litre.' },
    source('https://one.example/page', 'Page one'),
    { type: 'text', text: 'It is made in a village.' },
  ],
  'And a table',
  [{ type: 'text', text: TABLE }],
  'And code',
  [{ type: 'text', text: CODE }],
]

/** Windows so low that the panel fills their width. */
const SHEETS = [
  [640, 480],
  [844, 390],
  [1280, 480],
] as const

const setLetters = (chat: ChatPage, percent: number) =>
  chat.log.evaluate((log, size) => {
    log.ownerDocument.documentElement.style.fontSize = size
  }, `${percent}%`)

test.describe('with an answer of everything', () => {
  test.beforeEach(async ({ page, alcove, site, chat }, { testId }) => {
    const visitor = await visit(`layout-${testId}`, { page, site, alcove })
    await seedThread(`http://localhost:${alcove.port}`, visitor.token, SHOWN)
    await reopen(page, chat)
  })

  test('an answer of everything is laid out', { tag: '@nightly' }, async ({ chat, page }) => {
    await test.step('a citation ends its sentence, and what it opens leaves the sentence to be read', async () => {
      const sentence = answers(chat).first().getByRole('paragraph').first()
      const chip = answers(chat).first().getByRole('button', { name: '1, source: Page one' })
      await expect(chip).toBeVisible()
      const line = await boxOf(sentence)
      const cite = await boxOf(chip)
      expect(line.height).toBeLessThan(30)
      expect(cite.y).toBeGreaterThanOrEqual(line.y - 1)
      expect(cite.y + cite.height).toBeLessThanOrEqual(line.y + line.height + 1)

      await chip.click()
      const card = answers(chat).first().getByRole('group', { name: '1, source: Page one' })
      await expect(card).toBeVisible()

      expect((await boxOf(card)).y).toBeGreaterThanOrEqual(line.y + line.height - 1)
      await page.keyboard.press('Escape')
      await expect(card).toHaveCount(0)
    })

    await test.step('what can be pressed is called what it says (A32)', async () => {
      const link = answers(chat).first().getByRole('link')
      await expect(link).toHaveAccessibleName('1 Page one (opens in a new tab)')
      await expect(link).not.toHaveAttribute('aria-label')
    })

    await test.step('columns are read in words, and the table scrolls (U49)', async () => {
      const cells = answers(chat).nth(1).getByRole('cell')
      await expect(cells).toHaveCount(4)
      const widths = await cells.evaluateAll((all) => all.map((cell) => cell.clientWidth))

      // Three long words side by side; the short column is no wider than its content.
      expect(widths[1]).toBeGreaterThan(110)
      expect(widths[2]).toBeGreaterThan(110)
      expect(widths[0]).toBeLessThan(110)
      const scroller = chat.frame.locator('.md-table-scroll')
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0)
    })

    await test.step('the bar of a long code block sticks to the very edge (U46)', async () => {
      const bar = chat.frame.locator('.md-code-head')
      await expect(bar).toBeVisible()
      await chat.log.evaluate((log) => {
        const code = log.querySelector('.md-code')!
        log.scrollTop += code.getBoundingClientRect().top - log.getBoundingClientRect().top + 200
      })

      await expect
        .poll(async () => (await boxOf(bar)).y - (await boxOf(chat.log)).y)
        .toBeCloseTo(0, 0)
    })

    await test.step('the frame adds no banner to the page’s own', async () => {
      await page.evaluate(() => document.body.prepend(document.createElement('header')))

      await expect(page.getByRole('banner')).toHaveCount(1)
      await expect(chat.frame.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(chat.frame.getByRole('banner')).toHaveCount(0)
    })

    await test.step('what stands later in the document stands later on the screen (A06)', async () => {
      await chat.composer.hover()
      await expect(chat.frame.locator('[popover]')).toHaveCount(0)
      await chat.log.evaluate((log) => void (log.scrollTop = 0))
      for (const part of ['.app', '.log-content']) {
        expect(await findOutOfOrder(chat, part)).toEqual([])
      }
      const floor = chat.frame.locator('.log-floor')
      await expect(floor).toBeEmpty()
      await expect(floor).toHaveAttribute('aria-hidden', 'true')

      // Positive control: a log in reverse order.
      const undo = await restyle(chat, '.log-content { flex-direction: column-reverse }')
      expect(await findOutOfOrder(chat, '.log-content')).not.toEqual([])
      await undo()
    })

    await test.step('nothing is cut with wider lines, words and letters, nor with letters of twice the size (A11, A14)', async () => {
      expect(await findCut(chat)).toEqual([])
      const undoSpacing = await restyle(chat, WIDE_SPACING)
      await expect(answers(chat).first().getByRole('paragraph').first()).toHaveCSS(
        'letter-spacing',
        /^1\.8/,
      )
      expect(await findCut(chat)).toEqual([])
      await undoSpacing()

      await setLetters(chat, 200)
      expect(await findCut(chat)).toEqual([])

      // Positive control: a line lower than its letters.
      const undo = await restyle(chat, '.slip { block-size: 1rem; overflow: hidden }')
      expect(await findCut(chat)).not.toEqual([])
      await undo()
      await setLetters(chat, 100)
    })

    await test.step('in colours of the system’s own every edge is seen (A51)', async () => {
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await findEdgeless(page, chat)).toEqual([])
      await chat.button('Close').focus()
      await page.keyboard.press('Shift+Tab')
      const ring = chat.frame.locator(':focus-visible')
      await expect(ring).toHaveCSS('outline-style', 'solid')
      const [outline, highlight] = await ring.evaluate((each) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.setProperty('forced-color-adjust', 'none')
        probe.style.color = 'Highlight'
        const colors = [getComputedStyle(each).outlineColor, getComputedStyle(probe).color]
        probe.remove()
        return colors
      })
      expect(outline).toBe(highlight)

      // Positive control: buttons without their edge.
      const undo = await restyle(chat, 'button { border: 0 !important }')
      expect(await findEdgeless(page, chat)).not.toEqual([])
      await undo()
      await page.emulateMedia({ forcedColors: null })
    })

    await test.step('actions are seen on the last answer, elsewhere under pointer and focus, and their room is kept (U63)', async () => {
      const first = answers(chat).first()
      const bar = first.locator('.actions')
      const heightOf = async () => (await boxOf(first)).height
      await chat.composer.hover()
      await expect(answers(chat).last().locator('.actions')).toHaveCSS('opacity', '1')
      await expect(bar).toHaveCSS('opacity', '0')
      const height = await heightOf()

      await first.hover()
      await expect(bar).toHaveCSS('opacity', '1')
      await chat.composer.hover()
      await expect(bar).toHaveCSS('opacity', '0')
      await first.focus()
      await expect(bar).toHaveCSS('opacity', '1')
      expect(await heightOf()).toBe(height)
    })

    await test.step('a wheel over code or a table scrolls the log, and never the page (U15, U16)', async () => {
      await page.evaluate(() => (document.body.style.minHeight = '5000px'))
      const pageTop = () => page.evaluate(() => scrollY)
      const logTop = () => chat.log.evaluate(({ scrollTop }) => scrollTop)
      for (const box of ['.md-table-scroll', '.md-code pre']) {
        const scroller = chat.frame.locator(box).first()
        await scroller.scrollIntoViewIfNeeded()
        const before = await logTop()
        await scroller.hover({ position: { x: 20, y: 20 } })
        await page.mouse.wheel(0, box.includes('table') ? 60 : -60)
        await expect.poll(logTop).not.toBe(before)
      }
      const end = () => chat.log.evaluate((log) => (log.scrollTop = log.scrollHeight))
      await end()
      for (let turns = 0; turns < 5; turns += 1) await page.mouse.wheel(0, 900)
      expect(await pageTop()).toBe(0)

      // Positive control: outside of the chat, the wheel scrolls the page.
      await page.mouse.move(5, 5)
      await page.mouse.wheel(0, 900)
      await expect.poll(pageTop).toBeGreaterThan(0)
    })

    await test.step('a window of 320 × 256 pixels has the field, three lines of the log and one scrollbar (A12, A53)', async () => {
      await page.setViewportSize({ width: 320, height: 256 })
      await expect.poll(async () => (await boxOf(chat.log)).width).toBe(320)
      await expectRoom(chat, 256)
      const scrolls = (root: HTMLElement) => [
        root.scrollWidth > root.clientWidth,
        root.scrollHeight > root.clientHeight,
      ]
      expect(await chat.frame.locator('html').evaluate(scrolls)).toEqual([false, false])
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
      await expect(page.locator('#launcher')).toBeHidden()
    })

    await test.step('a phone on its side has a low header, a field of one line, and takes a message (A07, U102)', async () => {
      await page.setViewportSize({ width: 844, height: 390 })
      await expect.poll(async () => (await boxOf(chat.log)).width).toBe(844)
      expect((await boxOf(chat.frame.locator('.header'))).height).toBe(44)
      await expectRoom(chat, 390)
      expect((await boxOf(chat.composer)).height).toBeLessThan(2 * LINE_PX)

      await chat.composer.fill('say On its side')
      await chat.button('Send').click()
      await expect(chat.answer).toContainText('On its side')
      await expect(chat.answer).toBeInViewport()
      await chat.settled()
    })

    for (const [width, height] of SHEETS) {
      await test.step(`nothing stands out beyond the composer at ${width} × ${height} (A07, A53, U102)`, async () => {
        await page.setViewportSize({ width, height })
        await expect.poll(async () => (await boxOf(chat.log)).width).toBe(width)

        const card = await boxOf(chat.frame.locator('.composer-card'))
        const content = await boxOf(chat.frame.locator('.log-content'))

        expect(content.x).toBeGreaterThanOrEqual(card.x)
        expect(content.x + content.width).toBeLessThanOrEqual(card.x + card.width)
      })
    }
  })
})

test(
  'the suggestions of an empty chat stay within the composer, and go when one writes (U83)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    const list = chat.frame.getByRole('list', { name: 'Suggestions' })
    await expect(list.getByRole('button')).toHaveCount(3)
    // The notice appears later, between the suggestions and the field.
    await expect(chat.frame.locator('.notice-bar')).toBeAttached()
    await chat.composer.fill('M')
    await expect(list).toBeHidden()
    await chat.composer.fill('')
    await expect(list).toBeVisible()

    for (const [width, height] of [...SHEETS, [320, 640] as const]) {
      await test.step(`at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await expect.poll(async () => (await boxOf(chat.log)).width).toBe(width)

        const card = await boxOf(chat.frame.locator('.composer-card'))
        for (const shown of [list, ...(await list.getByRole('button').all())]) {
          const box = await boxOf(shown)
          expect(box.width).toBeGreaterThan(0)
          expect(box.x).toBeGreaterThanOrEqual(card.x)
          expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width)
        }
      })
    }
    await test.step('a long one is whole at 320 pixels, in lines', async () => {
      const first = list.getByRole('button').first()
      const { height } = await boxOf(first)
      await first.evaluate((button) => (button.textContent = 'What is it like to '.repeat(6)))
      expect((await boxOf(first)).height).toBeGreaterThan(height + 20)
      expect(await findCut(chat)).toEqual([])
    })
  },
)

async function expectWholeHeader(chat: ChatPage, page: Page): Promise<void> {
  const title = chat.frame.getByRole('heading', { level: 1 })
  const status = chat.frame.getByText('usually instant')
  const buttons = ['Conversations', 'More', 'Close'].map((name) => chat.button(name))
  const width = page.viewportSize()!.width

  expect((await boxOf(title)).width).toBeGreaterThan(100)
  for (const button of buttons) {
    const { x, y, width: own, height } = await boxOf(button)
    expect(x + own).toBeLessThanOrEqual(width)
    for (const text of [title, status]) {
      const box = await text.evaluate((element) => {
        const range = element.ownerDocument.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect().toJSON() as DOMRect
      })
      const panel = await boxOf(chat.frame.locator('.app'))
      const [left, top] = [box.x + panel.x, box.y + panel.y]
      const isBeside =
        left + box.width <= x + 1 ||
        left >= x + own - 1 ||
        top + box.height <= y + 1 ||
        top >= y + height - 1
      expect(isBeside, 'text over a button').toBe(true)
    }
  }
}

test(
  'the header is whole at 320 pixels, and with letters of twice the size (A11, A12)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    await expectWholeHeader(chat, page)

    await setLetters(chat, 200)
    await expectWholeHeader(chat, page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectWholeHeader(chat, page)
    await setLetters(chat, 100)
    await expectWholeHeader(chat, page)
  },
)

test(
  'nothing of the shop stands outside of its landmarks',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
    const { violations } = await runAxe(page, { runOnly: ['region'] }, false)

    expect(violations.map(({ html }) => html)).toEqual([])
  },
)
