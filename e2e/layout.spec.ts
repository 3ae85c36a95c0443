import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { answers, reopen } from './messages.ts'
import { seedThread } from './seed-thread.ts'
import { visit } from './visitor.ts'

// Where things stand in the frame, in the widths and letters that people have.

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

/** Windows so low that the panel is as wide as they are. */
const SHEETS = [
  [640, 480],
  [844, 390],
  [1280, 480],
] as const

const boxOf = async (locator: Locator) => (await locator.boundingBox())!
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

  test('an answer of everything is laid out', async ({ chat, page }) => {
    await test.step('a citation ends its sentence, and what it opens leaves the sentence to be read', async () => {
      const sentence = answers(chat).first().getByRole('paragraph').first()
      const chip = answers(chat).first().getByRole('button', { name: 'Source 1: Page one' })
      await expect(chip).toBeVisible()
      const line = await boxOf(sentence)
      const cite = await boxOf(chip)
      expect(line.height).toBeLessThan(30)
      expect(cite.y).toBeGreaterThanOrEqual(line.y - 1)
      expect(cite.y + cite.height).toBeLessThanOrEqual(line.y + line.height + 1)

      await chip.click()
      const card = answers(chat).first().getByRole('group', { name: 'Source 1: Page one' })
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

      // Three words of the long ones beside each other; the short one is no wider than it is long.
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

test('the suggestions of an empty chat stay within the composer (U83)', async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  const list = chat.frame.getByRole('list', { name: 'Suggestions' })
  await expect(list.getByRole('button')).toHaveCount(3)

  for (const [width, height] of SHEETS) {
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
})

async function expectWholeHeader(chat: ChatPage, page: Page): Promise<void> {
  const title = chat.frame.getByRole('heading', { level: 1 })
  const status = chat.frame.getByText('usually instant')
  const buttons = ['Conversations', 'New conversation', 'Close'].map((name) => chat.button(name))
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

test('the header is whole at 320 pixels, and with letters of twice the size (A11, A12)', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await expectWholeHeader(chat, page)

  await setLetters(chat, 200)
  await expectWholeHeader(chat, page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectWholeHeader(chat, page)
  await setLetters(chat, 100)
  await expectWholeHeader(chat, page)
})

test('nothing of the shop stands outside of its landmarks', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).withRules(['region']).analyze()

  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
})
