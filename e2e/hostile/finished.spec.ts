import type { Page } from '@playwright/test'
import type { ChatPage } from '../chat-page.ts'
import { aimAt, HOSTILE_TEXTS, sampleOf } from './corpus/all-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import type { PageAudit } from './install-watch.ts'
import { joinMarked, markOf, sayExactly } from './write-script.ts'

const BATCH = 24
const PARTS = IS_LONG ? 4 : 1
const SAMPLE_STEP = 8
const THREAD_ANSWERS = 12

declare const hostileAudit: PageAudit['hostileAudit']

const frameOf = (page: Page) => page.frames().find((frame) => frame.parentFrame() !== null)!

/** The number of marks of the last answer that are separate paragraphs, up to the first swallowed one. */
async function countMarks(page: Page, marks: readonly string[]): Promise<number> {
  const shown = await frameOf(page).evaluate(() => {
    const answer = [...document.querySelectorAll('article')].at(-1)!
    return [...answer.querySelectorAll('p')]
      .filter((each) => each.closest('li, blockquote') === null)
      .map((each) => each.textContent)
  })
  const first = marks.findIndex((mark) => !shown.includes(mark))
  return first === -1 ? marks.length : first
}

/** Streams every text. A text that swallows its successors is the last one counted of its answer. */
async function answerAll(page: Page, chat: ChatPage, texts: readonly string[]): Promise<number> {
  let left = texts
  let answers = 0
  while (left.length > 0) {
    const batch = left.slice(0, BATCH)
    await chat.send(sayExactly(joinMarked(batch)))
    await chat.settled()
    await expect(chat.answer.locator('.md-root')).toContainText(markOf(0))
    const free = await countMarks(
      page,
      batch.map((_, index) => markOf(index)),
    )
    left = left.slice(Math.min(free + 1, batch.length))
    answers += 1
    if (answers % THREAD_ANSWERS === 0 && left.length > 0) {
      await chat.button('New conversation').click()
      await expect(chat.log.getByRole('article')).toHaveCount(0)
    }
  }
  return answers
}

for (let part = 0; part < PARTS; part += 1) {
  test(`@long finished answers of hostile texts are words only, part ${part + 1} of ${PARTS}`, async ({
    page,
    chat,
    watch,
    sink,
  }) => {
    const connections = sink.connections
    const sample = sampleOf(HOSTILE_TEXTS, IS_LONG, SAMPLE_STEP)
    const texts = sample.filter((_, index) => index % PARTS === part).map(aimAt(sink.origin))
    await page.goto('/bare.html')
    await chat.open()
    watch.holdStill()

    const answers = await answerAll(page, chat, texts)

    expect(watch.take()).toEqual([])
    // The same for the stored answer.
    watch.release()
    await page.reload()
    await chat.open()
    await expect(chat.answer).toContainText(markOf(0))
    watch.holdStill()
    expect(await frameOf(page).evaluate(() => hostileAudit(document.body))).toEqual([])
    expect(watch.take()).toEqual([])
    expect(sink.connections).toBe(connections)
    console.log(
      `figure: hostile texts: ${texts.length} finished in ${answers} answers, 0 executed, 0 requests`,
    )
  })
}
