import { expect, test } from './fixtures.ts'

// A window of 1,280 × 1,024 at 400 %: the least in which content has to be usable without scrolling in two directions.
const REFLOW = { width: 320, height: 256 }

test.use({ viewport: REFLOW })

test('at 400 % the chat is opened, asked and closed, and nothing is wider than the window', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.composer.fill('say One.\\n\\nTwo.\\n\\nThree.\\n\\nFour.\\n\\nFive.')
  const frame = chat.frame.locator('html')
  const send = chat.button('Send')
  const close = chat.button('Close')

  await test.step('field, Send and close are in the window, none above another', async () => {
    for (const control of [chat.composer, send, close]) {
      await expect(control).toBeInViewport({ ratio: 1 })
      // Pressable where it is seen.
      await control.click({ trial: true })
    }
    expect(await frame.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  })

  await test.step('a question is asked, and its answer can be read', async () => {
    await send.click()
    await expect(chat.answer).toContainText('Five.')
    await chat.answer.getByText('Three.').scrollIntoViewIfNeeded()
    await expect(chat.answer.getByText('Three.')).toBeInViewport({ ratio: 1 })
    await expect(chat.composer).toBeInViewport({ ratio: 1 })
  })

  await test.step('the menu is reached, and closed', async () => {
    await chat.button('More').click()
    const items = chat.frame.getByRole('menuitem')
    await items.last().scrollIntoViewIfNeeded()
    await expect(items.last()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
  })

  await close.click()
  await expect(chat.launcher).toBeVisible()
  await expect(chat.launcher).toBeInViewport({ ratio: 1 })
})
