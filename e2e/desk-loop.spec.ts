import type { Page } from '@playwright/test'
import { createChatPage } from './chat-page.ts'
import {
  createSettingsConfig,
  startSettingsWorld,
  type SettingsWorld,
} from './desk-settings-world.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

/** Something that answers are searched in, which says nothing about the questions below. */
const KNOWN = `keepPrompts: true,
writtenAnswers: [
  { name: 'Hours', questions: ['When do you open?'], text: 'At nine.' },
],`
const ANSWER = 'We wrap every gift in green paper for two euros.'

const test = base.extend<{ readonly world: SettingsWorld }>({
  world: async ({ shared, model }, use) =>
    use(
      await shared('a desk with bad answers', () =>
        startSettingsWorld(model, createSettingsConfig(KNOWN)),
      ),
    ),
})
/** The tests share a draft, so they run in order. */
test.describe.configure({ mode: 'default' })
/** These journeys take minutes on a slow machine. */
test.beforeEach(() => test.slow())

/** A visitor asks in a new conversation, and rates the answer badly. */
async function askBadly(page: Page, world: SettingsWorld, question: string): Promise<void> {
  await page.goto(world.shop)
  const chat = createChatPage(page)
  await chat.open()
  await chat.send(question)
  await chat.settled()
  await expect(chat.answer).not.toContainText('green paper')
  const judged = page.waitForResponse(/\/feedback$/)
  await chat.button('Bad answer').click()
  await judged
}

/** Opens the bad answer from the report of quality. */
async function openBadAnswer(page: Page, world: SettingsWorld, question: string): Promise<void> {
  await page.goto(`${world.url}/desk/default/quality`)
  const worst = page.getByRole('link', { name: new RegExp(question) })
  await worst.first().click()
  await expect(answer(page)).toBeVisible()
}

const answer = (page: Page) => page.getByRole('article', { name: /^Answer of / })
const bar = (page: Page) => page.getByRole('region', { name: 'Fix under way' })
const results = (page: Page) => page.getByRole('group', { name: 'Draft beside live' })
const kept = (page: Page) => page.getByText('Saved in the draft, not live yet')

test('an owner mends a bad answer, tries it beside live, publishes it, and the widget answers right', async ({
  page,
  world,
  model,
}) => {
  const question = 'Do you wrap gifts for birthdays'
  const query = JSON.stringify({ query: question })
  model.teach(question, `tool search_knowledge ${query}; next; say We say[1]:; echo`)
  await askBadly(page, world, question)
  await signIn(page, world)
  await openBadAnswer(page, world, question)
  await expect(answer(page)).toContainText('Rated bad')
  await answer(page).getByRole('button', { name: 'Why?' }).click()
  await expect(page.getByRole('region', { name: 'Why this answer' })).toBeVisible()

  await answer(page).getByRole('button', { name: 'Mend this' }).click()
  const panel = page.getByRole('region', { name: 'Mend this answer' })
  await expect(panel).toContainText('There is no draft yet')
  await expect(panel).toBeInViewport({ ratio: 1 })
  await panel.getByRole('button', { name: 'Make a case' }).click()
  await expect(panel.getByRole('link', { name: /^Open the case/ })).toHaveAttribute(
    'href',
    /\/desk\/default\/cases\?case=case_\w+$/,
  )

  await panel.getByRole('link', { name: /^Write the answer/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written answers' })).toBeVisible()
  await expect(bar(page)).toContainText(question)
  await expect(page.getByRole('textbox', { name: 'Example questions' })).toHaveValue(question)
  const text = page.getByRole('textbox', { name: 'Answer', exact: true })
  await expect(kept(page)).toBeVisible()
  await expect(text).not.toHaveAttribute('aria-invalid')
  await text.press('Tab')
  await expect(text).toHaveAccessibleDescription('Write the answer (at most 4,000 characters).')
  await text.fill(ANSWER)
  await expect(text).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Add a link' }).press('Enter')
  const link = page.getByRole('textbox', { name: 'Words of link 1' })
  await expect(link).toBeFocused()
  await page.getByRole('button', { name: /^Publish \d+ change/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(link).toHaveAccessibleDescription('Write the words of the link.')
  await page.getByRole('button', { name: 'Remove Link 1' }).press('Enter')
  await expect(kept(page)).toBeVisible()

  await bar(page).getByRole('button', { name: 'Try it', exact: true }).click()
  const draft = results(page).getByRole('article', { name: 'Draft' })
  const live = results(page).getByRole('article', { name: 'Live' })
  await expect(draft).toContainText(ANSWER)
  await expect(live).not.toContainText('green paper')
  await expect(draft).toContainText('Only here')

  // The bar survives a reload, and the conversation tells what is under way.
  await page.reload()
  await bar(page).getByRole('link', { name: 'Back to the conversation' }).click()
  const done = answer(page).getByRole('list', { name: 'What was done' })
  await expect(done).toContainText('In the draft, not published yet: written answer')
  await done.getByRole('link', { name: 'Go on with: written answer' }).click()
  await expect(page.getByRole('textbox', { name: 'Answer', exact: true })).toHaveValue(ANSWER)

  await page.getByRole('button', { name: /^Publish \d+ change/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' })
  await dialog.getByRole('textbox', { name: 'Why (for the history)' }).fill('Gifts were unknown')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(bar(page)).toContainText('Version 1 is live')
  await bar(page).getByRole('link', { name: 'Back to the conversation' }).click()
  await expect(page.getByRole('main')).not.toContainText('[U+')
  await expect(done).toContainText(/Mended: written answer, version 1, by .*ada@shop\.example/)
  await page.getByRole('link', { name: 'Written answers', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
  await expect(bar(page)).toBeHidden()

  await page.goto(world.shop)
  const chat = createChatPage(page)
  await chat.open()
  await chat.startAnew()
  await chat.send(question)
  await chat.settled()
  await expect(chat.answer).toContainText('green paper')
})

test('a discarded draft ends the fix, and a closed bar leaves the draft', async ({
  page,
  world,
  model,
}) => {
  const question = 'Can I rent a ladder on Sundays'
  model.teach(question, 'say I do not know.')
  await askBadly(page, world, question)
  await signIn(page, world)
  await openBadAnswer(page, world, question)
  const begin = async () => {
    await answer(page).getByRole('button', { name: 'Mend this' }).click()
    await page.getByRole('link', { name: /^Instructions/ }).click()
    await expect(bar(page)).toContainText(question)
  }
  const instructions = page.getByRole('textbox', { name: 'Instructions', exact: true })
  await begin()
  await expect(instructions).toBeFocused()
  await instructions.fill('Be kind.')
  await expect(kept(page)).toBeVisible()
  await bar(page)
    .getByRole('button', { name: /^Close/ })
    .press('Enter')
  await expect(bar(page)).toBeHidden()
  await expect(instructions).toHaveValue('Be kind.')

  await openBadAnswer(page, world, question)
  const done = answer(page).getByRole('list', { name: 'What was done' })
  await expect(done).toContainText('In the draft, not published yet: instructions')
  await begin()
  await page.getByRole('link', { name: /^Changes/ }).click()
  await page.getByRole('button', { name: 'Discard the draft…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toBeHidden()
  await openBadAnswer(page, world, question)
  await expect(done).toBeHidden()
})

test('a way that is opened in another tab is recorded, once, and mended there', async ({
  page,
  context,
  world,
  model,
}) => {
  const question = 'Do you deliver on islands'
  model.teach(question, 'say I do not know.')
  await askBadly(page, world, question)
  await signIn(page, world)
  await openBadAnswer(page, world, question)
  const begun: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/fixes')) begun.push(request.method())
  })
  await answer(page).getByRole('button', { name: 'Mend this' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Instructions/ }).click({ button: 'middle' })
  const other = await opened
  await expect(bar(other)).toContainText(question)
  await expect(other.getByRole('textbox', { name: 'Instructions', exact: true })).toBeVisible()
  await other.reload()
  await expect(bar(other)).toContainText(question)
  expect(begun).toEqual(['POST'])
  await other.close()

  await expect(bar(page)).toBeHidden()
  await page.reload()
  const done = answer(page).getByRole('list', { name: 'What was done' })
  await expect(done).toContainText('In the draft, not published yet: instructions')
  await done.getByRole('link', { name: 'Go on with: instructions' }).click()
  await expect(bar(page)).toContainText(question)
  await page.goBack()
  await expect(done).toBeVisible()
})

test('the way from a bad answer to its try goes by keyboard, and has no findings', async ({
  page,
  world,
  model,
}) => {
  const question = 'Which paint dries within an hour'
  model.teach(question, 'say I do not know.')
  await askBadly(page, world, question)
  await signIn(page, world)
  await openBadAnswer(page, world, question)
  await answer(page).getByRole('button', { name: 'Mend this' }).press('Enter')
  const panel = page.getByRole('region', { name: 'Mend this answer' })
  await panel.getByRole('button', { name: 'Ask live again' }).press('Enter')
  await expect(results(page).getByRole('article', { name: 'Live' })).toContainText('I do not know.')
  expect(await scanInLightAndDark(page, false)).toEqual([])

  await panel.getByRole('link', { name: /^Instructions/ }).press('Enter')
  await expect(bar(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Be brief.')
  await expect(kept(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Try it', exact: true }).press('Enter')
  await expect(results(page).getByRole('article')).toHaveCount(2)
  expect(await scanInLightAndDark(page, false)).toEqual([])
})

/** Pixels by which the page is wider than its window. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    return Math.max(0, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0))
  })

test('panel and bar fit a phone, with texts of twice the size and from right to left', async ({
  page,
  world,
  model,
}) => {
  const question = 'Is there a lift to the second floor'
  model.teach(question, 'say I do not know.')
  await askBadly(page, world, question)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, world)
  await openBadAnswer(page, world, question)
  await answer(page).getByRole('button', { name: 'Mend this' }).click()
  const panel = page.getByRole('region', { name: 'Mend this answer' })
  await panel.getByRole('button', { name: /^(Try it beside live|Ask live again)$/ }).click()
  await expect(results(page).getByRole('article').first()).toBeVisible()
  for (const isLarge of [false, true]) {
    if (isLarge) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await excess(page)).toBe(0)
    expect(await scanAccessibility(page, false)).toEqual([])
  }
  await panel.getByRole('link', { name: /^Instructions/ }).click()
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Be quick.')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await bar(page).getByRole('button', { name: 'Try it', exact: true }).click()
  await expect(results(page).getByRole('article')).toHaveCount(2)
  expect(await excess(page)).toBe(0)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(await excess(page)).toBe(0)
  expect(await scanAccessibility(page, false)).toEqual([])
})
