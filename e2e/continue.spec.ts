import { expect, test } from './fixtures.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'
import { addTagPage } from './tag-page.ts'

test.beforeEach(async ({ page, site, chat }) => {
  addTagPage(site, '/continue.html', '')
  await page.goto('/continue.html')
  await chat.open()
})

test('an answer that was stopped goes on in the same message, also across a reload (U23)', async ({
  page,
  chat,
}) => {
  // Repeated words are shown once. The next script is the model's continuation.
  await chat.send('say The chair is red and made; wait; next; say red and made of oak.')
  await expect(chat.answer).toContainText('red and made')
  await chat.button('Stop').click()
  await expect(chat.answer).toContainText('Stopped')
  await page.reload()
  await chat.open()
  expect(await scanInLightAndDark(page)).toEqual([])

  await chat.button('Continue').click()
  await chat.settled()
  await expect(chat.answer).toContainText('The chair is red and made of oak.')
  await expect(chat.answer).not.toContainText('Stopped')
  await expect(chat.log.getByRole('article')).toHaveCount(2)
  await expect(chat.composer).toBeFocused()

  await page.reload()
  await chat.open()
  await expect(chat.answer).toContainText('The chair is red and made of oak.')
  await expect(chat.log.getByRole('article')).toHaveCount(2)
})

test(
  'an answer that reached its length goes on; one that is whole offers nothing',
  { tag: '@nightly' },
  async ({ chat }) => {
    await chat.send('say Half; finish length; next; say And now something else.')
    await expect(chat.answer).toContainText('The answer reached its maximum length.')
    await chat.button('Continue').click()
    await chat.settled()

    await expect(chat.answer.getByText('And now something else.')).toBeVisible()
    await expect(chat.button('Continue')).toHaveCount(0)
    await expect(chat.log.getByRole('article')).toHaveCount(2)
  },
)

test(
  'stopped again while it goes on, it can go on once more',
  { tag: '@nightly' },
  async ({ chat }) => {
    await chat.send('say One two; wait; next; say One two three; wait')
    await expect(chat.answer).toContainText('One two')
    await chat.button('Stop').click()
    await chat.button('Continue').click()
    await expect(chat.answer).toContainText('One two three')
    await chat.button('Stop').click()

    await expect(chat.answer).toContainText('Stopped')
    await expect(chat.answer).toContainText('One two three')
    await expect(chat.button('Continue')).toBeVisible()
  },
)

test('an answer that filled the model’s memory offers a new conversation', async ({ chat }) => {
  await chat.send('say Half; finish model_context_window_exceeded')
  await expect(chat.answer).toContainText('This conversation has become too long for the model.')
  await expect(chat.button('Continue')).toHaveCount(0)

  await chat.answer.getByRole('button', { name: 'New conversation' }).click()

  await expect(chat.log.getByRole('article')).toHaveCount(0)
  await expect(chat.composer).toBeFocused()
})
