import type { Locator } from '@playwright/test'
import { recordAnnouncements } from './record-announcements.ts'
import { addTagPage } from './tag-page.ts'
import { createThreadListPage } from './thread-list-page.ts'
import { expect, test } from './tool-fixtures.ts'

/**
 * Clock step while waiting for the server. Many steps take less than the second after which a slow answer is
 * announced.
 */
const STEP_MS = 20
/** Clock step after the response, when only the page's time matters. */
const LEAP_MS = 100
/** Longer than the interval between two announcements. */
const REST_MS = 500

const SENTENCE = 'These are four words. '

test(
  'each moment has exactly its agreed announcements (A47)',
  { tag: '@nightly' },
  async ({ page, chat, site, model, beginTrial }) => {
    // Eight moments, each with the pauses of a real user.
    test.slow()
    const { take } = await recordAnnouncements(page)
    await page.clock.install()
    const walkUntil = (isSo: () => boolean | Promise<boolean>, stepMs: number) =>
      expect.poll(() => page.clock.runFor(stepMs).then(isSo), { intervals: [50] }).toBe(true)
    const see = (what: Locator) => walkUntil(() => what.isVisible(), STEP_MS)
    /** Advances the page's clock until this many announcements were made, and for a pause after them. */
    const hear = async (count: number) => {
      const heard: string[] = []
      await walkUntil(() => heard.push(...take()) >= count, LEAP_MS)
      await page.clock.runFor(REST_MS)
      return [...heard, ...take()]
    }
    const send = async (text: string) => {
      await see(chat.button('Send'))
      await chat.composer.fill(text)
      await chat.composer.press('Enter')
    }

    await test.step('a page opens the panel, then a person does', async () => {
      // A call from the test itself would count as a user gesture.
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
      await see(chat.answer.getByText('Good morning', { exact: true }))
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
      const deny = chat.answer.getByRole('button', { name: 'Deny' })
      await see(deny)
      expect(await hear(1)).toEqual(['refund is waiting for your approval'])
      await page.clock.runFor(1_000)
      await deny.click()
      await see(chat.answer.getByText('Paid back', { exact: true }))
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
      await see(chat.answer.getByText('Stopped'))
      expect(await hear(1)).toEqual(['Answer stopped'])

      await send('status 401')
      await see(chat.answer.getByRole('button', { name: 'Try again' }))
      expect(await hear(1)).toEqual(['alert: The answer failed. Try again is available.'])
    })

    await test.step('another conversation, and the way back', async () => {
      await chat.startAnew()
      await send('say Something else')
      await see(chat.answer.getByText('Something else', { exact: true }))
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
  },
)
