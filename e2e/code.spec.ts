import { expect, test } from './fixtures.ts'

const ANSWER = 'Look:\\n\\n```js\\nconst answer = 42 // forty-two\\n```'

test('code is coloured, without a letter changed', async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send(`json "${ANSWER}"`)

  // Colours have no accessible name, so the coloured word is found by its text.
  const keyword = chat.log.locator('code span', { hasText: /^const$/ })
  await expect(keyword).toBeVisible()
  const colourOf = (locator: typeof keyword) =>
    locator.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(keyword)).not.toBe(await colourOf(chat.log.locator('code').last()))
  await expect(chat.log).toContainText('const answer = 42 // forty-two')
})

test(
  'code that cannot be coloured is there all the same',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const refused: string[] = []
    await page.context().route(/highlight-worker/, (route) => {
      refused.push(route.request().url())
      return route.abort()
    })
    await page.goto('/bare.html')
    await chat.open()
    await chat.send(`json "${ANSWER}"`)
    await chat.settled()

    await expect.poll(() => refused.length).toBe(1)
    await expect(chat.log).toContainText('const answer = 42 // forty-two')
    await expect(chat.log.locator('code span', { hasText: /^const$/ })).toHaveCount(0)
  },
)
