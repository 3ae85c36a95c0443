import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findSmallTargets } from './measure-targets.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'

test('finds no violation in the page and in the chat, in each state (A01, A09, A10, A22, A32, A34, A40, A54, A57)', async ({
  page,
  chat,
}) => {
  // Each state is scanned completely, twice.
  test.slow()
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
  await test.step('what can be pressed has 36 pixels (A34)', async () => {
    expect(await findSmallTargets(chat.frame, 36)).toEqual([])
    // Positive control: no target in the header is larger.
    expect(await findSmallTargets(chat.frame, 37)).toContain('button Close: 36 × 36')
  })
  await test.step('no picture is told of without a name, nor a button (A01)', async () => {
    const nameless = async () => (await readTree(page)).filter(({ name }) => name === '')
    const told = await readTree(page)
    expect(told.filter(({ role }) => role === 'button').length).toBeGreaterThan(8)
    expect(await nameless()).toEqual([])

    // Positive control: an image without a name is found, in the page and in the frame.
    const add = () => document.body.append(document.createElement('img'))
    const draw = () => {
      const image = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
      image.setAttribute('role', 'img')
      document.body.append(image)
    }
    await page.evaluate(draw)
    await chat.frame.locator('body').evaluate(add)
    await chat.frame.locator('body').evaluate(draw)
    expect((await nameless()).length).toBeGreaterThanOrEqual(2)
    for (const frame of page.frames()) {
      await frame.evaluate(() => {
        for (const each of document.querySelectorAll('body > img, body > svg')) each.remove()
      })
    }
  })

  await chat.send('status 401')
  await expect(chat.button('Try again')).toBeVisible()
  await expect(chat.log.getByText('There is no answer yet.')).toBeVisible()
  expect(await findSmallTargets(chat.frame, 36)).toEqual([])
  expect(await scanInLightAndDark(page)).toEqual([])
})

/** Images and buttons in the accessibility trees of the page and its frames. */
async function readTree(page: Page): Promise<{ role: string; name: string }[]> {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      // A frame of another site needs a separate session.
      const session = await page
        .context()
        .newCDPSession(frame)
        .catch(() => page.context().newCDPSession(page))
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      await session.detach()
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }))
        .filter(({ role }) => /^(image|img|SvgRoot|button)$/i.test(role))
    }),
  )
  return found.flat()
}
