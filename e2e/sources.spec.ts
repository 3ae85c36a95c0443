import { expect, test } from './fixtures.ts'
import { action, answers, reopen } from './messages.ts'
import { seedThread } from './seed-thread.ts'
import { createViewerPage, drawImage } from './viewer-page.ts'
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

const REFERRING = [
  'When does water boil?',
  [
    { type: 'text', text: 'At 100 °C[1], at sea level[2].' },
    source('https://one.example/page', 'Page one'),
    {
      type: 'source',
      sourceType: 'document',
      id: 'd',
      title: 'Physics.pdf',
      mediaType: 'application/pdf',
      page: 12,
    },
  ],
]

test('references by number lead to their sources, and a document is named with its page (U59)', async ({
  page,
  alcove,
  site,
  chat,
}, { testId }) => {
  const visitor = await visit(`references-${testId}`, { page, site, alcove })
  await seedThread(`http://localhost:${alcove.port}`, visitor.token, REFERRING)
  await reopen(page, chat)

  const answer = answers(chat).first()
  const list = answer.getByRole('list', { name: 'Sources' })
  await expect(list.getByRole('listitem')).toHaveText([/1\s*Page one/, /2\s*Physics.pdf, page 12/])
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(answer.getByRole('paragraph').first()).toHaveText('At 100 °C1, at sea level2.')
  await action(answer, '2, source: Physics.pdf, page 12').click()
  const card = answer.getByRole('group', { name: '2, source: Physics.pdf, page 12' })
  await expect(card.getByText('Physics.pdf, page 12')).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
})

test('a thought in tags is folded, and an image in the text is kept and opens larger (U61)', async ({
  page,
  alcove,
  site,
  chat,
}, { testId }) => {
  await visit(`image-${testId}`, { page, site, alcove })
  await page.reload()
  await chat.open()
  const image = await drawImage(320, 200, 'teal')
  await chat.send(`say <think>I draw.</think>Here it is:\nsay ![chart](${image})`)
  await chat.settled()

  const answer = answers(chat).first()
  const look = async () => {
    await expect(answer).toContainText('Here it is:')
    await expect(answer).not.toContainText('think')
    await expect(answer).not.toContainText('base64')
    await expect(answer.getByRole('img')).toHaveCount(1)
    const [words, picture] = [answer.getByText('Here it is:'), answer.getByRole('img')]
    // The history is drawn anew after it came, and what is not drawn has no place.
    await expect
      .poll(async () => {
        const places = await Promise.all([words, picture].map((each) => each.boundingBox()))
        return places[0] && places[1] ? places[1].x - places[0].x : Infinity
      })
      .toBeLessThan(10)
  }
  await look()
  await reopen(page, chat)
  await look()
  await answer.getByRole('button', { name: /^Enlarge/ }).click()
  await expect(createViewerPage(chat).image).toBeVisible()
})
