import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { seedThreads } from './seed-threads.ts'
import { createThreadListPage } from './thread-list-page.ts'

/** More messages than are drawn at a time. */
const LONG = Array.from({ length: 60 }, (_, index) => `Line ${index}. ${'It goes on. '.repeat(20)}`)

test('a person who returns to a conversation finds the same reading place (U12)', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const token = createHostToken(testId, HOST_SECRET)
  site.add(`/${testId}.html`, { html: signedInPage(token) })
  await seedThreads(`http://localhost:${alcove.port}`, token, [
    { title: 'Long', texts: LONG },
    { title: 'Short' },
  ])
  await page.goto(`/${testId}.html`)
  await chat.open()
  const list = createThreadListPage(chat)
  const goTo = async (name: string, words: string) => {
    await list.open()
    await list.row(name).click()
    await expect(chat.log.getByText(words)).toBeInViewport()
  }
  const last = chat.log.getByText('Line 59.')
  const read = chat.log.getByText('Line 30.')
  const placeOf = () => read.evaluate((element) => element.getBoundingClientRect().top)

  await test.step('a conversation opens at its end, and opens there again when one was there', async () => {
    await expect(last).toBeInViewport()
    await goTo('Short', 'This is Short.')
    await goTo('Long', 'Line 59.')
  })

  await test.step('a message in its middle stands where it stood', async () => {
    await chat.log.hover()
    await page.mouse.wheel(0, -100)
    // A folded message is drawn when the view comes near it.
    await chat.log.evaluate((log) => (log.scrollTop = log.scrollHeight / 2))
    await expect(read).toBeAttached()
    await read.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(last).not.toBeInViewport()
    await expect(read).toBeInViewport()
    const before = await placeOf()

    await goTo('Short', 'This is Short.')
    await goTo('Long', 'Line 30.')
    await expect.poll(async () => Math.abs((await placeOf()) - before)).toBeLessThanOrEqual(1)
    await expect(chat.button('Scroll to latest')).toBeVisible()
  })
})
