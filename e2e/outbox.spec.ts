import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { action, answers, questions, reopen } from './messages.ts'
import { visit, type StoredRow, type Visitor } from './visitor.ts'

const SENDS = process.env['ALCOVE_TEST_LONG'] === '1' ? 100 : 3

/** The visitor's messages on the server, first to last. */
async function storedQuestions(visitor: Visitor): Promise<readonly string[]> {
  const rows = (await visitor.rows()).filter(({ content }) => content.role === 'user').reverse()
  return rows.map(textOf)
}

const textOf = ({ content }: StoredRow): string => {
  const [part] = (content as unknown as { content: { text?: string }[] }).content
  return part?.text ?? ''
}

const waiting = (chat: ChatPage) => chat.log.getByText('Not sent yet')

test('messages that are sent offline go out once, with their files', async ({
  page,
  context,
  chat,
  site,
  alcove,
}) => {
  const visitor = await visit('outbox-offline', { page, site, alcove })
  await chat.open()
  await test.step('a message that is sent offline waits in its place, and goes out once (R01, U39)', async () => {
    await chat.send('say Before')
    await chat.settled()
    await context.setOffline(true)

    await chat.send('say First')
    await chat.send('say Second')

    await expect(waiting(chat)).toHaveCount(2)
    await expect(questions(chat)).toHaveCount(3)
    await expect(chat.composer).toBeFocused()
    await context.setOffline(false)
    await expect(answers(chat)).toHaveCount(3)
    await expect(chat.answer).toContainText('Second')
    await expect(waiting(chat)).toHaveCount(0)
    await chat.settled()
    expect(await storedQuestions(visitor)).toEqual(['say Before', 'say First', 'say Second'])

    await reopen(page, chat)
    await expect(questions(chat)).toHaveCount(3)
    await expect(answers(chat)).toHaveCount(3)
  })

  await test.step('a file that is sent offline is uploaded when the message goes out', async () => {
    await chat.startAnew()
    await chat.send('say Before')
    await chat.settled()
    await context.setOffline(true)
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    const buffer = Buffer.from('Some notes')
    await (await choosing).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer }])
    await chat.send('say With notes')
    await expect(waiting(chat)).toHaveCount(1)
    await expect(questions(chat).last().getByText('notes.txt')).toBeVisible()

    await context.setOffline(false)

    await expect(answers(chat)).toHaveCount(2)
    await chat.settled()
    expect(JSON.stringify(await visitor.rows())).toContain('notes.txt')
  })
})

test('messages that are refused are changed, removed, kept and sent again', async ({
  page,
  chat,
}) => {
  await test.step('a message that is refused can be sent again, changed, or removed (U35)', async () => {
    await page.goto('/bare.html')
    await chat.open()
    await page.route('**/v1/chat', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'Broken.' } }),
    )
    await chat.send('say Refused')
    await expect(chat.log.getByText('Not sent', { exact: true })).toBeVisible()
    const message = questions(chat).last()

    await action(message, 'Edit').click()
    await expect(chat.composer).toHaveValue('say Refused')
    await expect(chat.composer).toBeFocused()
    await expect(questions(chat)).toHaveCount(0)

    await chat.composer.fill('')
    await chat.send('say Removed')
    await action(questions(chat).last(), 'Remove').click()
    await expect(questions(chat)).toHaveCount(0)

    await chat.send('say Sent at last')
    await expect(action(questions(chat).last(), 'Try again')).toBeVisible()
    await page.unroute('**/v1/chat')
    await action(questions(chat).last(), 'Try again').click()
    await expect(answers(chat)).toContainText('Sent at last')
    await expect(questions(chat)).toHaveCount(1)
  })

  await test.step('a message that waits is still there after a reload, refused or not', async () => {
    await chat.startAnew()
    await chat.send('say Before')
    await chat.settled()
    await page.route('**/v1/chat', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'Broken.' } }),
    )
    await chat.send('say Refused')
    await expect(action(questions(chat).last(), 'Try again')).toBeVisible()

    await reopen(page, chat)

    await expect(questions(chat)).toHaveCount(2)
    await page.unroute('**/v1/chat')
    await action(questions(chat).last(), 'Try again').click()
    await expect(answers(chat).last()).toContainText('Refused')
  })
})

test('of two tabs only one sends what waits', async ({ page, context, chat, site, alcove }) => {
  const visitor = await visit('outbox-tabs', { page, site, alcove })
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
  const other = await context.newPage()
  await other.goto(page.url())
  const otherChat = createChatPage(other)
  await otherChat.open()
  await expect(questions(otherChat)).toHaveCount(1)
  await context.setOffline(true)
  await chat.send('say Once')
  await expect(questions(otherChat)).toHaveCount(2)

  await context.setOffline(false)

  await expect(answers(chat).last()).toContainText('Once')
  await expect(answers(otherChat).last()).toContainText('Once')
  await chat.settled()
  expect(await storedQuestions(visitor)).toEqual(['say Before', 'say Once'])
})

interface Life {
  readonly context: BrowserContext
  readonly page: Page
  readonly chat: ChatPage
}

test(`${SENDS} messages across offline, reload and kill arrive once each, in order (R01) @long`, async ({
  playwright,
  launchOptions,
  page: first,
  site,
  alcove,
}) => {
  test.setTimeout(SENDS * 20_000)
  const visitor = await visit('outbox-long', { page: first, site, alcove })
  const url = first.url()
  const profile = await mkdtemp(join(tmpdir(), 'alcove-outbox-'))

  async function live(): Promise<Life> {
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
    const page = await context.newPage()
    await page.goto(url)
    const chat = createChatPage(page)
    await chat.open()
    return { context, page, chat }
  }

  const sent: string[] = []
  let life = await live()
  for (let count = 1; count <= SENDS; count += 1) {
    const { context, page, chat } = life
    const fault = (['none', 'offline', 'reload', 'kill'] as const)[(count - 1) % 4]
    await expect(chat.button('Send')).toBeVisible()
    if (fault !== 'none') await context.setOffline(true)
    const text = `say Number ${count}`
    sent.push(text)
    await chat.send(text)
    if (fault === 'none') await chat.settled()
    if (fault === 'offline') await context.setOffline(false)
    if (fault === 'reload') {
      await expect(waiting(chat)).not.toHaveCount(0)
      await context.setOffline(false)
      await reopen(page, chat)
    }
    if (fault === 'kill') {
      await expect(waiting(chat)).not.toHaveCount(0)
      await context.close()
      life = await live()
    }
    // Sent in sequence: the composer is free when the answer is complete. Older messages are folded.
    const [answer, question] = [answers(life.chat).last(), questions(life.chat).last()]
    await expect(answer.getByText(`Number ${count}`, { exact: true })).toBeVisible()
    await expect(question.getByText(text, { exact: true })).toBeVisible()
    await expect(waiting(life.chat)).toHaveCount(0)
    await life.chat.settled()
  }
  const stored = await storedQuestions(visitor)
  await life.context.close()
  await rm(profile, { recursive: true, force: true })

  const lost = sent.filter((text) => !stored.includes(text)).length
  const doubled = stored.length - new Set(stored).size
  console.log(
    `figure: ${SENDS} sends across offline, reload and kill, ${lost} lost, ${doubled} double`,
  )
  expect(stored).toEqual(sent)
})
