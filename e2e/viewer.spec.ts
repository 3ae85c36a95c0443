import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { answers, action } from './messages.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { createViewerPage, moveFingers, tapTwice, visitImages } from './viewer-page.ts'

test(
  'an image opens larger, leads to the others, and gives the focus to the one that is shown (U61, A59)',
  { tag: '@nightly' },
  async ({ page, chat, alcove, site }, { testId }) => {
    await visitImages(`walk-${testId}`, { page, alcove, site })
    await chat.open()
    const viewer = createViewerPage(chat)
    const [sea, night] = ['Enlarge sea.png', 'Enlarge night.png'].map((name) => chat.button(name))

    await sea!.click()
    await expect(viewer.named('sea.png').getByRole('img', { name: 'sea.png' })).toBeVisible()
    await expect(viewer.place).toHaveText('sea.png 1 of 4')
    await expect(viewer.button('Previous image')).toHaveAttribute('aria-disabled', 'true')
    await viewer.button('Previous image').focus()
    await page.keyboard.press('Enter')
    await expect(viewer.place).toHaveText('sea.png 1 of 4')
    await expect(viewer.dialog.getByText('1 of 4', { exact: true })).toHaveCount(1)
    await viewer.button('Next image').click()
    await expect(viewer.place).toHaveText('sand.png 2 of 4')
    await expect(viewer.button('Previous image')).toHaveAttribute('aria-disabled', 'false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(viewer.place).toHaveText('Image 4 of 4')
    await expect(viewer.button('Next image')).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.place).toHaveText('night.png 3 of 4')
    expect(await scanAccessibility(page)).toEqual([])

    await test.step('the Tab key stays inside', async () => {
      await viewer.button('Close').focus()
      for (const name of ['Previous image', 'Next image', 'Zoom out', 'Zoom in', 'Download']) {
        await page.keyboard.press('Tab')
        await expect(viewer.button(name)).toBeFocused()
      }
      // The messages and the field behind it can be reached by Tab once it is closed.
      await page.keyboard.press('Tab')
      await expect(chat.frame.locator('main :focus')).toHaveCount(0)
    })

    // On a button the first Escape would close its tooltip.
    await viewer.image.click()
    await page.keyboard.press('Escape')
    await expect(viewer.dialog).toHaveCount(0)
    await expect(night!).toBeFocused()
    await expect(night!).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(chat.frame.locator('main :focus')).toHaveCount(1)

    await test.step('a press beside it closes it, one on it does not', async () => {
      await night!.click()
      const { x, y } = await viewer.middle()
      await page.mouse.click(x, y)
      await expect(viewer.named('night.png')).toBeVisible()
      const box = (await viewer.image.boundingBox())!
      await page.mouse.click(box.x - 20, y)
      await expect(viewer.dialog).toHaveCount(0)
      await expect(night!).toBeFocused()
    })
  },
)

test(
  'an image is zoomed by buttons, keys, two clicks and the wheel, and moved (U61, A33)',
  { tag: '@nightly' },
  async ({ page, chat, alcove, site }, { testId }) => {
    await visitImages(`zoom-${testId}`, { page, alcove, site })
    await chat.open()
    const viewer = createViewerPage(chat)
    await chat.button('Enlarge sea.png').click()
    await expect.poll(viewer.scale).toBe(1)

    await expect(viewer.button('Zoom out')).toHaveAttribute('aria-disabled', 'true')
    await viewer.button('Zoom in').click()
    await expect.poll(viewer.scale).toBe(1.5)
    await expect(viewer.dialog.getByText('150%')).toHaveCount(1)
    await viewer.button('Zoom out').click()
    await expect.poll(viewer.scale).toBe(1)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(viewer.scale).toBe(2.25)
    await page.keyboard.press('-')
    await expect.poll(viewer.scale).toBe(1.5)
    const fitted = await viewer.middle()
    await test.step('arrow keys and the mouse move a zoomed image, and do not change it', async () => {
      await page.keyboard.press('ArrowRight')
      await expect.poll(async () => (await viewer.middle()).x).toBeLessThan(fitted.x - 40)
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
      await page.mouse.move(fitted.x, fitted.y)
      await page.mouse.down()
      await page.mouse.move(fitted.x + 150, fitted.y, { steps: 5 })
      await page.mouse.up()
      await expect.poll(async () => (await viewer.middle()).x).toBeGreaterThan(fitted.x + 40)
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
    })
    await page.keyboard.press('0')
    await expect.poll(viewer.scale).toBe(1)

    await page.mouse.dblclick(fitted.x, fitted.y)
    await expect.poll(viewer.scale).toBe(2.5)
    await page.mouse.dblclick(fitted.x, fitted.y)
    await expect.poll(viewer.scale).toBe(1)
    await page.mouse.wheel(0, -50)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -50)
    await page.keyboard.up('Control')
    await expect.poll(viewer.scale).toBe(1.65)

    await page.keyboard.press('0')
    await page.keyboard.press('ArrowRight')
    await expect(viewer.place).toHaveText('sand.png 2 of 4')
    await expect.poll(viewer.scale).toBe(1)
  },
)

test(
  'an image of an answer is saved as a file, with an ending where it has no name (U61)',
  { tag: '@nightly' },
  async ({ page, chat, alcove, site }, { testId }) => {
    await visitImages(`save-${testId}`, { page, alcove, site })
    await chat.open()
    const viewer = createViewerPage(chat)
    await chat.button('Enlarge night.png').click()
    for (const [name, width] of [
      ['night.png', 200],
      ['Image.png', 64],
    ] as const) {
      const saving = page.waitForEvent('download')
      await viewer.button('Download').click()
      const saved = await saving
      expect(saved.suggestedFilename()).toBe(name)
      expect((await sharp(await readFile(await saved.path())).metadata()).width).toBe(width)
      await page.keyboard.press('ArrowRight')
    }
  },
)

test(
  'a viewer whose file does not come says so, and opens when it does',
  { tag: '@nightly' },
  async ({ page, chat, alcove, site }, { testId }) => {
    await visitImages(`late-${testId}`, { page, alcove, site })
    let refused = 0
    await page.route(/\/frame\/assets\/viewer-/, (route) => {
      refused += 1
      return route.abort()
    })
    await chat.open()
    const viewer = createViewerPage(chat)
    await chat.button('Enlarge sea.png').click()
    const banner = chat.frame.getByText('Parts of the chat did not load. Trying again…')
    await expect(banner).toBeVisible()
    expect(refused).toBeGreaterThan(0)
    await expect(viewer.dialog).toHaveCount(0)

    await page.unroute(/\/frame\/assets\/viewer-/)
    await expect(viewer.named('sea.png')).toBeVisible()
    await expect(banner).toHaveCount(0)
  },
)

test(
  'in Arabic the next image lies to the left (U61, U110)',
  { tag: '@nightly' },
  async ({ page, chat, alcove, site }, { testId }) => {
    await visitImages(`mirrored-${testId}`, { page, alcove, site })
    await page.evaluate(() => (document.documentElement.lang = 'ar'))
    await page.getByRole('button', { name: 'Open chat' }).click()
    await chat.frame.getByRole('button', { name: 'تكبير sea.png' }).click()
    const viewer = createViewerPage(chat)
    await expect(viewer.named('sea.png')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.named('sea.png')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.named('sand.png')).toBeVisible()
    const [next, previous] = await Promise.all(
      ['الصورة التالية', 'الصورة السابقة'].map((name) => viewer.button(name).boundingBox()),
    )
    expect(next!.x).toBeLessThan(previous!.x)
  },
)

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test(
    'fingers swipe, zoom and move an image, and each has a button (U61, A30)',
    { tag: '@nightly' },
    async ({ page, chat, alcove, site }, { testId }) => {
      await visitImages(`touch-${testId}`, { page, alcove, site })
      await chat.launcher.tap()
      await chat.button('Enlarge sea.png').tap()
      const viewer = createViewerPage(chat)
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
      const { x, y } = await viewer.middle()

      await moveFingers(page, [{ from: [x, y], to: [x + 150, y] }])
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
      await moveFingers(page, [{ from: [x, y], to: [x - 30, y] }])
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
      await moveFingers(page, [{ from: [x, y], to: [x - 150, y] }])
      await expect(viewer.place).toHaveText('sand.png 2 of 4')
      await moveFingers(page, [{ from: [x, y], to: [x + 150, y] }])
      await expect(viewer.place).toHaveText('sea.png 1 of 4')

      await moveFingers(page, [
        { from: [x - 40, y], to: [x - 80, y] },
        { from: [x + 40, y], to: [x + 80, y] },
      ])
      await expect.poll(viewer.scale).toBeCloseTo(2, 1)
      const before = await viewer.middle()
      await moveFingers(page, [{ from: [x, y], to: [x - 100, y] }])
      await expect.poll(async () => (await viewer.middle()).x).toBeLessThan(before.x - 60)
      await expect(viewer.place).toHaveText('sea.png 1 of 4')
      // Chromium may treat the first tap after a quick move as its end: the tap stops the glide and presses
      // nothing.
      await viewer.button('Zoom out').click()
      await expect.poll(viewer.scale).toBeLessThan(1.5)
      await viewer.button('Zoom out').click()
      await expect.poll(viewer.scale).toBe(1)

      await tapTwice(page, x, y)
      await expect.poll(viewer.scale).toBe(2.5)
      await viewer.button('Next image').tap()
      await expect(viewer.place).toHaveText('sand.png 2 of 4')
      await expect.poll(viewer.scale).toBe(1)
      const box = (await viewer.image.boundingBox())!
      await page.touchscreen.tap(x, box.y - 40)
      await expect(viewer.dialog).toHaveCount(0)
      await expect(chat.button('Enlarge sand.png')).toBeFocused()
    },
  )
})

test.describe('in a window of 320 by 256', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test(
    'all of the viewer can be seen and pressed, also for one image alone (U61)',
    { tag: '@nightly' },
    async ({ page, chat, alcove, site }, { testId }) => {
      await visitImages(`small-${testId}`, { page, alcove, site })
      await chat.open()
      const viewer = createViewerPage(chat)
      await answers(chat).first().getByRole('button', { name: 'Enlarge sea.png' }).click()
      const names = ['Close', 'Previous image', 'Next image', 'Zoom out', 'Zoom in', 'Download']
      for (const name of names) await expect(viewer.button(name)).toBeInViewport({ ratio: 1 })
      await expect(viewer.image).toBeInViewport({ ratio: 1 })
      expect((await viewer.image.boundingBox())!.height).toBeGreaterThan(80)
      await page.keyboard.press('Escape')

      await chat.startAnew()
      const choosing = page.waitForEvent('filechooser')
      await chat.button('Attach files').click()
      const png = await sharp({
        create: { width: 37, height: 23, channels: 3, background: 'teal' },
      })
        .png()
        .toBuffer()
      await (await choosing).setFiles([{ name: 'draft.png', mimeType: 'image/png', buffer: png }])
      await chat.button('Enlarge draft.png').click()
      await expect(viewer.named('draft.png')).toBeVisible()
      await expect(viewer.button('Download')).toBeVisible()
      await expect(viewer.button('Next image')).toHaveCount(0)
      await expect(viewer.place).toHaveCount(0)
      await viewer.button('Close').click()
      await expect(action(chat.frame.getByRole('form'), 'Enlarge draft.png')).toBeFocused()
    },
  )
})
