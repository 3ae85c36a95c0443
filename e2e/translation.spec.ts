import type { Frame, Locator, Page } from '@playwright/test'
import { startTranslator, type TranslatorManner } from './fake-translator.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { answers, questions, reopen } from './messages.ts'

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'

/** The built-in translators of browsers, and careless extensions. */
const MANNERS: readonly TranslatorManner[] = [
  { how: 'replaces', isHeeding: true },
  { how: 'inserts', isHeeding: true },
  { how: 'wraps', isHeeding: true },
  { how: 'replaces', isHeeding: false },
  { how: 'inserts', isHeeding: false },
]
const MOMENTS = isLong ? 50 : MANNERS.length

const frameOf = (page: Page): Frame => page.frames().find((each) => each.parentFrame() !== null)!

/** Translates the frame's current and later texts. */
const translate = (page: Page, manner: TranslatorManner = MANNERS[0]!) =>
  frameOf(page).evaluateHandle(startTranslator, manner)

/** Removes the fake translator's marks, which enclose unchanged words. */
const untranslated = (text: string) => text.replaceAll(/[«»]/g, '')

/** The visible text line by line; whitespace beside texts for screen readers varies. */
const linesOf = (text: string) =>
  untranslated(text)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())

const status = ({ frame }: ChatPage) => frame.locator('.header-status')
const answerText = ({ log }: ChatPage) => log.locator('.answer-text').last()

/** Errors of the frame, including those of React about missing nodes. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

test.beforeEach(async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
})

test('an answer that is translated at any moment is whole, and its status right @long', async ({
  page,
  chat,
}) => {
  const errors = collectErrors(page)
  const counts = { whole: 0, status: 0, translated: 0 }
  await chat.send('say Once')
  await chat.settled()
  const script = 'markdown everything 150'
  await chat.send(script)
  await chat.settled()
  const read = async () => linesOf(await answerText(chat).innerText())
  const whole = await read()
  const length = await answerText(chat).evaluate((each) => each.textContent.length)

  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const manner = MANNERS[moment % MANNERS.length]!
    // From before the first word up to the last one.
    const at = moment === 0 ? 0 : Math.random() * length
    const back = Math.random() < 0.3 ? at + Math.random() * (length - at) : Infinity
    const told = `${JSON.stringify(manner)} at ${at}, back at ${back}`
    let translator = at === 0 ? await translate(page, manner) : null
    await chat.startAnew()
    await chat.send(script)
    const shown = () => answerText(chat).evaluate((each) => each.textContent.length)
    if (translator === null) {
      await answerText(chat).waitFor()
      await expect.poll(shown, { intervals: [10] }).toBeGreaterThanOrEqual(Math.floor(at))
      translator = await translate(page, manner)
    }
    if (back !== Infinity) {
      await expect.poll(shown, { intervals: [10] }).toBeGreaterThanOrEqual(Math.floor(back))
      await translator.evaluate((each) => each.showOriginal())
    }
    await chat.settled()
    if (/usually instant/.test(await status(chat).innerText())) counts.status += 1
    await expect(status(chat), told).toHaveText(/usually instant/)
    await expect(chat.log, told).not.toContainText('could not be shown in full')
    await expect.poll(read, { message: told }).toEqual(whole)
    if (back === Infinity) {
      await expect(answerText(chat).locator('font').first(), told).toBeVisible()
      counts.translated += 1
    }

    await reopen(page, chat)
    await expect.poll(read, { message: told }).toEqual(whole)
    await expect(answerText(chat).locator('font'), told).toHaveCount(0)
    counts.whole += 1
  }

  console.log(
    `figure: translated at ${MOMENTS} moments of an answer: ${counts.whole} whole on reload, ${counts.status} with the right status at once`,
  )
  expect(counts).toMatchObject({ whole: MOMENTS, status: MOMENTS })
  expect(errors).toEqual([])
})

test('growing text, status and code are not to be translated, finished text is (U48)', async ({
  page,
  chat,
  model,
}) => {
  await translate(page)
  await chat.send('say A finished answer')
  await chat.settled()
  await expect(answerText(chat).locator('font')).not.toHaveCount(0)
  await expect(questions(chat).last().locator('font')).not.toHaveCount(0)

  await chat.send('say The words; hold translation-grows; json " that follow, and `code`"')
  await expect(chat.answer).toContainText('The words')
  await expect(chat.answer.locator('.answer font')).toHaveCount(0)
  await expect(status(chat)).toHaveText(/answering/)
  await expect(status(chat).locator('font')).toHaveCount(0)

  model.release('translation-grows')
  await chat.settled()
  await expect(answerText(chat)).toHaveText('«The words that follow, and »code')
  await expect(answerText(chat).locator('code font')).toHaveCount(0)
})

test('what something else took out of the frame comes back with what follows', async ({
  page,
  chat,
  model,
}) => {
  const errors = collectErrors(page)
  const takeAway = (selector: string) =>
    chat.frame.locator(selector).evaluate((each) => each.remove())

  // React itself removes both with the first message.
  await takeAway('.empty-state')
  await chat.send('hold taken-away; say The first words')
  await takeAway('.pending-line')
  model.release('taken-away')
  await chat.settled()

  await expect(questions(chat)).toHaveCount(1)
  await expect(answerText(chat)).toHaveText('The first words')
  await chat.send('say The next words')
  await chat.settled()
  await expect(answers(chat)).toContainText(['The first words', 'The next words'])
  await expect(chat.log).not.toContainText('could not be shown in full')
  expect(errors).toEqual([])
})

/** Presses a button of the chat, whose name may be translated. */
const press = (place: Locator | ChatPage['frame'], name: string) =>
  place.getByRole('button', { name }).first().click()

for (const manner of MANNERS.filter(({ how }) => how !== 'wraps')) {
  const title = `${manner.how}, ${manner.isHeeding ? 'with' : 'without'} a look at the attribute`
  const tag = manner === MANNERS[0] ? [] : ['@nightly']
  test(
    `a chat that is translated can be used as before: ${title}`,
    { tag },
    async ({ page, chat }) => {
      const errors = collectErrors(page)
      const list = chat.frame.getByRole('navigation', { name: 'Conversations' })
      const field = chat.frame.getByRole('textbox', { name: 'Edit your message' })
      const title = chat.frame.getByRole('heading', { level: 1 })
      const menu = chat.frame.getByRole('menu')
      const dialog = chat.frame.getByRole('dialog')
      await translate(page, manner)

      await test.step('a question is sent, edited, and both versions are read', async () => {
        await chat.send('say Red')
        await chat.settled()
        await expect(answerText(chat)).toHaveText('«Red»')
        await press(questions(chat).first(), 'Edit')
        await field.fill('say Blue')
        await press(questions(chat).first(), 'Save and send')
        await expect(answerText(chat)).toHaveText('«Blue»')
        await chat.settled()
        await press(questions(chat).first(), 'Previous version')
        await expect(answerText(chat)).toHaveText('«Red»')
        await expect(questions(chat).first().locator('.branch-place')).toHaveText(/1.+2/)
        await press(questions(chat).first(), 'Next version')
        await expect(answerText(chat)).toHaveText('«Blue»')
        await expect(questions(chat).first().locator('.branch-place')).toHaveText(/2.+2/)
      })

      await test.step('an answer is stopped and goes on', async () => {
        await chat.send('say The chair is red and made; wait; next; say red and made of oak.')
        await expect(chat.answer).toContainText('red and made')
        await expect(status(chat)).toHaveText(/answering/)
        await chat.button('Stop').click()
        await expect(chat.answer).toContainText('Stopped')
        await expect(status(chat)).toHaveText(/usually instant/)
        await press(chat.answer, 'Continue')
        await chat.settled()
        await expect(chat.answer).not.toContainText('Stopped')
        await expect
          .poll(async () => linesOf(await answerText(chat).innerText()))
          .toEqual(['The chair is red and made of oak.'])
      })

      await test.step('an answer is made again, and rated', async () => {
        await chat.send('say Yellow')
        await chat.settled()
        await press(chat.answer, 'Answer again')
        await chat.settled()
        await press(chat.answer, 'Previous version')
        await expect(answerText(chat)).toHaveText('«Yellow»')
        await press(chat.answer, 'Good answer')
        await expect(chat.answer.getByRole('button', { name: 'Good answer' })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
      })

      await test.step('another conversation is begun, and both are in the list', async () => {
        await chat.startAnew()
        await expect(chat.frame.getByRole('heading', { level: 2 })).toBeVisible()
        await chat.send('say Green')
        await chat.settled()
        await expect(status(chat)).toHaveText(/usually instant/)
        await chat.frame.getByRole('button', { name: /^Conversations/ }).click()
        await expect(list.getByRole('listitem')).toHaveCount(2)
        await list.getByRole('listitem').last().getByRole('button').first().click()
        await expect(answers(chat).first()).toContainText('Blue')
        await chat.frame.getByRole('button', { name: /^Conversations/ }).click()
      })

      await test.step('a conversation is renamed, and deleted', async () => {
        await list
          .getByRole('button', { name: /^More for/ })
          .last()
          .click()
        await menu.getByRole('menuitem', { name: 'Rename' }).click()
        await list.getByRole('textbox').fill('Colours')
        await list.getByRole('textbox').press('Enter')
        await expect(list.getByRole('listitem').last()).toContainText('«Colours»')
        await expect(list).not.toContainText('say Blue')

        await list
          .getByRole('button', { name: /^More for/ })
          .first()
          .click()
        await menu.getByRole('menuitem', { name: 'Delete' }).click()
        await press(dialog, 'Delete')
        await expect(dialog).toBeHidden()
        await expect(list.getByRole('listitem')).toHaveCount(1)
        await list.getByRole('listitem').getByRole('button').first().click()
        await expect(title).toHaveText('«Colours»')
      })

      await test.step('settings are made, and the dialog goes', async () => {
        await chat.button('More').click()
        await menu.getByRole('menuitem', { name: 'Settings' }).click()
        await dialog.getByRole('combobox', { name: 'Text size' }).selectOption({ index: 1 })
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await chat.send('say The end')
        await chat.settled()
        await expect(answerText(chat)).toHaveText('«The end»')
      })

      await expect(chat.log).not.toContainText('could not be shown in full')
      await test.step('another language is chosen, and all words are written anew', async () => {
        await chat.button('More').click()
        await menu.getByRole('menuitem', { name: 'Settings' }).click()
        await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de')
        await expect(dialog).toHaveAccessibleName(/Einstellungen/)
        await expect(dialog).toContainText('«Textgröße»')
        await expect(dialog).not.toContainText('Text size')
        await expect(status(chat)).toHaveText(/antwortet meist sofort|meist sofort/i)
      })

      expect(errors).toEqual([])
    },
  )
}
