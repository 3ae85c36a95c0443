import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

/** Distance between the lower edges of the launcher and the window. */
async function bottomOf(page: Page, launcher: { boundingBox: () => Promise<Box | null> }) {
  const { y, height } = (await launcher.boundingBox())!
  return page.viewportSize()!.height - y - height
}
type Box = { readonly y: number; readonly height: number }

/** Whether another element covers the middle of the focused one. */
const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { x, y, width, height } = focused.getBoundingClientRect()
    return !focused.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test('the launcher goes out of the way of what has the focus, and comes back (A29)', async ({
  page,
  site,
  chat,
}) => {
  const corner = 'position:fixed;right:30px;bottom:30px'
  addTagPage(
    site,
    '/covered.html',
    '',
    `<a href="#free">Free</a> <a href="#covered" style="${corner}">Terms</a>`,
  )
  await page.goto('/covered.html')
  await expect(chat.launcher).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const bottom = () => bottomOf(page, chat.launcher)

  await test.step('an uncovered focus loads nothing', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Free' })).toBeFocused()
    expect(await bottom()).toBe(20)
    expect(asked).toEqual([])
  })

  await test.step('a covered focus moves the launcher aside, without loading the frame', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Terms' })).toBeFocused()
    await expect.poll(bottom).toBeGreaterThan(40)
    expect(await isFocusCovered(page)).toBe(false)
    await expect.poll(() => asked.toSorted()).toEqual(['/alcove-extras.js', '/alcove-panel.js'])
  })

  await test.step('it comes back as the focus goes on', async () => {
    await page.keyboard.press('Tab')
    await expect(chat.launcher).toBeFocused()
    await expect.poll(bottom).toBe(20)
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('link', { name: 'Terms' })).toBeFocused()
    await expect.poll(bottom).toBeGreaterThan(40)
    await page.mouse.click(5, 200)
    await expect.poll(bottom).toBe(20)
  })

  await test.step('a press meets it where it stands, though the focus goes to it first', async () => {
    await page.getByRole('link', { name: 'Terms' }).focus()
    await page.keyboard.press('Shift')
    await expect.poll(bottom).toBeGreaterThan(40)
    const { x, y } = (await chat.launcher.boundingBox())!
    await page.mouse.move(x + 28, y + 14)
    await page.mouse.down()
    await page.mouse.up()
    await expect(chat.composer).toBeVisible()
    await chat.button('Close').click()
  })

  await test.step('an open panel stays in its place', async () => {
    await chat.open()
    const panel = page.locator('alcove-root #panel')
    await panel.evaluate((each) => Promise.all(each.getAnimations().map((move) => move.finished)))
    const { y } = (await panel.boundingBox())!
    await page.getByRole('link', { name: 'Terms' }).focus()
    await page.keyboard.press('Shift')
    expect((await panel.boundingBox())!.y).toBe(y)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect.poll(bottom).toBeGreaterThan(40)
    expect(await isFocusCovered(page)).toBe(false)
  })
})

test(
  'no link on the way through a long page is under the launcher (A29)',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const row = (number: number) =>
      `<p style="text-align:right;margin:0 30px"><a href="#${number}">${number}</a></p>`
    const rows = Array.from({ length: 60 }, (_, number) => row(number)).join('')
    addTagPage(site, '/long.html', '', rows)
    await page.goto('/long.html')
    await expect(chat.launcher).toBeVisible()

    for (const number of Array.from({ length: 60 }).keys()) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: String(number), exact: true })).toBeFocused()
      await expect.poll(() => isFocusCovered(page)).toBe(false)
    }
  },
)

/** Window height of a phone without its keyboard. */
const FULL_PX = 840

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: FULL_PX } })

  test(
    'the launcher is hidden while the person types into the page (U103)',
    { tag: '@nightly' },
    async ({ page, site, chat }) => {
      addTagPage(
        site,
        '/typing.html',
        '',
        `<label>Name <input style="position:fixed;bottom:40px;left:10px;width:345px"></label>
        <label>New <input type="checkbox"></label>`,
      )
      await page.goto('/typing.html')
      await expect(chat.launcher).toBeVisible()

      const field = page.getByRole('textbox', { name: 'Name' })
      const browser = await page.context().newCDPSession(page)
      /** Simulates a keyboard that shrinks the page. */
      const leave = (height: number) =>
        browser.send('Emulation.setDeviceMetricsOverride', {
          width: 390,
          height,
          screenWidth: 390,
          screenHeight: FULL_PX,
          deviceScaleFactor: 1,
          mobile: true,
          screenOrientation: { type: 'portraitPrimary', angle: 0 },
        })
      await field.tap()
      await expect.poll(() => bottomOf(page, chat.launcher)).toBeGreaterThan(40)

      await leave(FULL_PX * 0.7 - 1)
      await expect(chat.launcher).toBeHidden()
      await leave(FULL_PX * 0.7)
      await expect(chat.launcher).toBeVisible()
      await leave(400)
      await expect(chat.launcher).toBeHidden()

      await page.getByRole('checkbox', { name: 'New' }).focus()
      await expect(chat.launcher).toBeVisible()
      await field.focus()
      await expect(chat.launcher).toBeHidden()
    },
  )
})
