import type { BrowserContext, Page } from '@playwright/test'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { answers, questions, reopen } from './messages.ts'
import { visit } from './visitor.ts'

/** Opens another tab of the same page, with the chat open. */
async function openTab(context: BrowserContext, url: string): Promise<[Page, ChatPage]> {
  const page = await context.newPage()
  await page.goto(url)
  const chat = createChatPage(page)
  await chat.open()
  return [page, chat]
}

/** The user returns to a tab: the other one, without the focus, adopts text that is typed there. */
async function goBack(page: Page, other: ChatPage): Promise<void> {
  await page.bringToFront()
  await expect.poll(() => other.composer.evaluate(() => document.hasFocus())).toBe(false)
}

test('two tabs show the same messages, and the same words that are not sent', async ({
  page,
  context,
  chat,
  site,
  alcove,
  model,
}, { testId }) => {
  await visit('tabs-messages', { page, site, alcove })
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
  const [, other] = await openTab(context, page.url())
  await expect(answers(other)).toHaveCount(1)

  await test.step('a message and its answer are in every tab within two seconds (R22, U96)', async () => {
    await chat.send(`say Begun; hold ${testId}; say Ended`)
    await expect(answers(chat).last()).toContainText('Begun')
    await expect(answers(other).last()).toContainText('Begun')
    await expect(other.button('Stop')).toBeVisible()

    model.release(testId)
    await expect(answers(chat).last()).toContainText('Ended')
    await expect(answers(other).last()).toContainText('Ended')
    await other.settled()
    await expect(questions(other)).toHaveCount(2)
  })

  await test.step('a message sent in one tab is not a draft in another', async () => {
    await goBack(page, other)
    await chat.composer.fill('say Sent here')
    await expect(other.composer).toHaveValue('say Sent here')

    await chat.composer.press('Enter')

    await expect(other.composer).toHaveValue('')
    await expect(answers(other).last()).toContainText('Sent here')
  })
})

test('a draft is the same in every tab, and comes back with its caret and its files (U82)', async ({
  page,
  context,
  chat,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
  const [other, otherChat] = await openTab(context, page.url())
  await expect(answers(otherChat)).toHaveCount(1)
  await goBack(page, otherChat)
  await chat.composer.focus()
  await page.keyboard.type('Half a thought')
  await expect(otherChat.composer).toHaveValue('Half a thought')

  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  const buffer = Buffer.from('Some notes')
  await (await choosing).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer }])
  const tray = (inside: ChatPage) =>
    inside.frame.getByRole('form', { name: 'Write a message' }).getByText('notes')
  await expect(tray(chat)).toBeVisible()
  await chat.composer.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await other.close()
  // A closed tab loses nothing.
  const [last, lastChat] = await openTab(context, page.url())
  await page.close()
  await reopen(last, lastChat)

  await expect(lastChat.composer).toHaveValue('Half a thought')
  await expect(tray(lastChat)).toBeVisible()
  await lastChat.composer.focus()
  await expect
    .poll(() => lastChat.composer.evaluate((area: HTMLTextAreaElement) => area.selectionStart))
    .toBe(4)
})

test(
  'tabs without channels and locks work, and look again when the person is back',
  { tag: '@nightly' },
  async ({ page, context, chat }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'BroadcastChannel')
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    })
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('say Before')
    await chat.settled()
    const [, other] = await openTab(context, page.url())
    await expect(answers(other)).toHaveCount(1)
    await chat.send('say Alone')
    await chat.settled()
    await expect(answers(chat)).toHaveCount(2)

    // The tab does not handle a returning user in its first moments.
    await expect
      .poll(async () => {
        await other.composer.evaluate(() => dispatchEvent(new Event('focus')))
        return answers(other).count()
      })
      .toBe(2)
    await other.send('say Together')
    await other.settled()
    await expect(answers(other)).toHaveCount(3)
  },
)
