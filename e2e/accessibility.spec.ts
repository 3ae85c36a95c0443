import { expect, test } from './fixtures.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'

test('finds no violation in the page and in the chat, in each state (A01, A10, A22, A34, A40, A54, A57)', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await expect(chat.launcher).toBeVisible()
  expect(await scanInLightAndDark(page, false)).toEqual([])

  await chat.open()
  expect(await scanInLightAndDark(page)).toEqual([])

  await chat.send('say Streaming; hold axe')
  await expect(chat.log).toContainText('Streaming')
  expect(await scanInLightAndDark(page)).toEqual([])
  await chat.button('Stop').click()
  await chat.settled()

  await chat.send('markdown everything')
  await chat.settled()
  expect(await scanInLightAndDark(page)).toEqual([])

  await chat.send('status 401')
  await expect(chat.button('Try again')).toBeVisible()
  expect(await scanInLightAndDark(page)).toEqual([])
})
