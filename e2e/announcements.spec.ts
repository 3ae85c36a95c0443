import type { Locator } from '@playwright/test'
import { recordAnnouncements } from './record-announcements.ts'
import { addTagPage } from './tag-page.ts'
import { createThreadListPage } from './thread-list-page.ts'
import { expect, test } from './tool-fixtures.ts'

/** Many of them are less than the second after which a slow answer is told of. */
const STEP_MS = 20
/** Longer than between two announcements. */
const REST_MS = 500

const SENTENCE = 'These are four words. '

test('what is announced of each moment is what was agreed, and nothing else (A47)', async ({
  page,
  chat,
  site,
  model,
  beginTrial,
}) => {
  const { take } = await recordAnnouncements(page)
  await page.clock.install()
  const walkUntil = (isSo: () => boolean | Promise<boolean>) =>
    expect.poll(() => page.clock.runFor(STEP_MS).then(isSo), { intervals: [50] }).toBe(true)
  /** The page's clock goes on in small steps until this many were said, and a rest longer. */
  const hear = async (count: number) => {
    const heard: string[] = []
    await walkUntil(() => heard.push(...take()) >= count)
    await page.clock.runFor(REST_MS)
    return [...heard, ...take()]
  }
  const see = (what: Locator) => walkUntil(() => what.isVisible())
  const send = async (text: string) => {
    await see(chat.button('Send'))
    await chat.composer.fill(text)
    await chat.composer.press('Enter')
  }

  await test.step('a page opens the panel, then a person does', async () => {
    // A call from the test itself would count as a press.
    const opening = "<script>addEventListener('load', () => Alcove('open'))</script>"
    addTagPage(site, '/opens.html', '', opening)
    await page.goto('/opens.html')
    await expect(chat.composer).toBeVisible()
    expect(await hear(1)).toEqual(['The chat is open'])

    await page.goto('/bare.html')
    await chat.open()
    await expect(chat.composer).toBeFocused()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.clock.runFor(8_000)
    expect(take()).toEqual([])
  })

  await test.step('a short answer, and a long one', async () => {
    await send('say Good morning')
    expect(await hear(1)).toEqual(['Assistant: Good morning.'])

    await send(`say ${SENTENCE}; hold long; say ${SENTENCE.repeat(99)}`)
    await see(chat.answer.getByText(SENTENCE.trim()))
    for (const ms of [1_000, 9_000, 10_000]) await page.clock.runFor(ms)
    expect(await hear(3)).toEqual([
      'Assistant is answering',
      'Still answering',
      'Still answering after 20 seconds',
    ])
    model.release('long')
    const cut = `${SENTENCE.trim()}${SENTENCE.repeat(67).trim()}`
    expect(await hear(1)).toEqual([
      `Assistant: ${cut}… 128 more words. The full answer is in the message list.`,
    ])
  })

  await test.step('a tool that waits for approval', async () => {
    const { key } = beginTrial()
    await send(`tool refund {"order":"${key}"}; next; say Paid back`)
    expect(await hear(1)).toEqual(['refund is waiting for your approval'])
    await page.clock.runFor(1_000)
    await chat.answer.getByRole('button', { name: 'Deny' }).click()
    expect(await hear(1)).toEqual(['Assistant: Paid back.'])
  })

  await test.step('a file', async () => {
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await (await choosing).setFiles(file)
    expect(await hear(2)).toEqual(['a.txt was attached.', 'a.txt is uploaded.'])
    await chat.button('Remove a.txt').click()
    expect(await hear(1)).toEqual(['a.txt was removed.'])
  })

  await test.step('an answer that is stopped, and one that fails', async () => {
    await send('say One; hold stopped')
    await see(chat.button('Stop'))
    await chat.button('Stop').click()
    expect(await hear(1)).toEqual(['Answer stopped'])

    await send('status 401')
    expect(await hear(1)).toEqual(['alert: The answer failed. Try again is available.'])
  })

  await test.step('another conversation, and the way back', async () => {
    await chat.startAnew()
    await send('say Something else')
    expect(await hear(1)).toEqual(['Assistant: Something else.'])
    const list = createThreadListPage(chat)
    await chat.button('Conversations').click()
    await see(list.row(/Good morning/))
    await list.row(/Good morning/).click()
    await see(chat.log.getByText('Paid back', { exact: true }))
    await page.clock.runFor(8_000)
    expect(take()).toEqual([])
  })

  await test.step('an answer while the panel is closed', async () => {
    await chat.startAnew()
    await send('say One; hold closed; say two')
    await see(chat.button('Stop'))
    await chat.button('Close').click()
    model.release('closed')
    expect(await hear(1)).toEqual(['New answer from the assistant'])
  })
})
