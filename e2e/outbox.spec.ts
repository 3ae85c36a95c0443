import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { startAlcove } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { action, answers, questions, reopen } from './messages.ts'
import { scanAccessibility } from './scan-accessibility.ts'
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

const ENDS_IN_TIME = {
  limits: { runsPerAnonymousUserPerMinute: 1 },
  reason: /Too many messages at once\. Try again in \d/,
  isSentByItself: true,
}
const ENDS_TOMORROW = {
  limits: { modelCallsPerProjectPerDay: 1 },
  reason: /There are no more answers today\. Try again tomorrow\./,
  isSentByItself: false,
}

for (const { limits, reason, isSentByItself } of [ENDS_IN_TIME, ENDS_TOMORROW]) {
  const [name] = Object.keys(limits)
  test(`messages behind one that met ${name} say so, and go out in order`, async ({
    page,
    model,
    chat,
  }, { testId }) => {
    test.slow()
    const dataDir = await mkdtemp(join(tmpdir(), 'alcove-limits-'))
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    const limited = { ...env, ALCOVE_LIMITS: JSON.stringify(limits) }
    const first = await startAlcove({ env: limited, dataDir })
    const site = await startHostSite(`http://localhost:${first.port}`)
    const texts = ['One', 'Two', 'Three'].map((word) => `say ${word} ${testId}`)
    const prompts = () =>
      model.requests.map(({ prompt }) => prompt).filter((prompt) => texts.includes(prompt))
    await page.clock.install()
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await chat.open()
    await chat.send(`say One ${testId}`)
    await chat.settled()
    for (const text of texts.slice(1)) await chat.send(text)

    const [refused, behind] = [questions(chat).nth(1), questions(chat).nth(2)]
    const expectReasons = async () => {
      await expect(refused).toContainText(reason)
      await expect(behind).toContainText('Not sent yet')
      await expect(behind).toContainText('It goes out after the message before it.')
      await expect(action(behind, 'Try again')).toHaveCount(0)
    }
    await expectReasons()
    await expect(chat.frame.getByText('as soon as the network is back')).toHaveCount(0)
    expect(await scanAccessibility(page)).toEqual([])
    await reopen(page, chat)
    await expectReasons()

    // Its limit ends for the service by configuration, and for the page by its clock.
    await first.stop()
    const second = await startAlcove({ env, dataDir, port: first.port })
    await page.clock.runFor(61_000)
    if (!isSentByItself) {
      await expectReasons()
      expect(prompts()).toEqual(texts.slice(0, 1))
      await action(refused, 'Try again').click()
    }
    await expect(answers(chat).nth(2)).toContainText('Three')
    await chat.settled()
    await expect(chat.log).not.toContainText('Not sent')
    expect(prompts()).toEqual(texts)
    await site.stop()
    await second.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
}

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
