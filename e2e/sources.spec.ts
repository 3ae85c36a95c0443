import { expect, test } from './fixtures.ts'
import { action, answers, reopen } from './messages.ts'
import { seedThread } from './seed-thread.ts'
import { visit } from './visitor.ts'

const source = (url: string, title: string) => ({
  type: 'source',
  sourceType: 'url',
  id: url,
  url,
  title,
})
const CITING = [
  'Where does it say so?',
  [
    { type: 'text', text: 'Here.' },
    source('https://one.example/page', 'Page one'),
    { type: 'text', text: 'And there.' },
    source('https://two.example/page', 'Page two'),
    source('https://one.example/page', 'Page one'),
    { type: 'text', text: 'That is all.' },
  ],
]

test('sources are numbered, and each tells which page it is on hover, focus and press (A15, U59)', async ({
  page,
  alcove,
  site,
  chat,
}, { testId }) => {
  const visitor = await visit(`sources-${testId}`, { page, site, alcove })
  await seedThread(`http://localhost:${alcove.port}`, visitor.token, CITING)
  await reopen(page, chat)

  const answer = answers(chat).first()
  const list = answer.getByRole('list', { name: 'Sources' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(list.getByRole('link').first()).toHaveAccessibleName(
    '1 Page one (opens in a new tab)',
  )
  const chips = answer.getByRole('button', { name: /^\d, source/ })
  await expect(chips).toHaveText(['1', '2', '1'])

  const card = (name: string) => answer.getByRole('group', { name })
  const second = answer.getByRole('button', { name: '2, source: Page two' })
  await second.hover()
  await expect(card('2, source: Page two').getByRole('link')).toHaveAttribute(
    'href',
    'https://two.example/page',
  )
  await page.keyboard.press('Escape')
  await expect(card('2, source: Page two')).toHaveCount(0)
  await expect(chat.composer).toBeVisible()
  await page.mouse.move(10, 10)

  await chips.first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card('1, source: Page one').getByRole('link')).toBeVisible()
  await page.keyboard.press('Escape')

  await second.click()
  await expect(card('2, source: Page two').getByRole('link')).toBeVisible()
  await chat.composer.click()
  await expect(card('2, source: Page two')).toHaveCount(0)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test(
    'a tap on a number tells which page it is, and a tap elsewhere closes it (U59)',
    { tag: '@nightly' },
    async ({ page, alcove, site, chat }, { testId }) => {
      const visitor = await visit(`tap-${testId}`, { page, site, alcove })
      await seedThread(`http://localhost:${alcove.port}`, visitor.token, CITING)
      await page.reload()
      await chat.launcher.tap()
      const answer = answers(chat).first()
      const card = answer.getByRole('group', { name: '2, source: Page two' })

      await action(answer, '2, source: Page two').tap()
      await expect(card.getByRole('link')).toHaveAttribute('href', 'https://two.example/page')
      await chat.log.getByText('Where does it say so?').tap()
      await expect(card).toHaveCount(0)

      await action(answer, '2, source: Page two').tap()
      await expect(card).toHaveCount(1)
      await action(answer, '2, source: Page two').tap()
      await expect(card).toHaveCount(0)
    },
  )
})
