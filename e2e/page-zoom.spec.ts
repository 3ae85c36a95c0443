import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Pages whose document element has a style that changes the place or size of fixed elements in it.

const STYLES = [
  'zoom: 1.25',
  'zoom: 0.8',
  'transform: translateZ(0)',
  'translate: 0 0',
  'perspective: 900px',
  'filter: grayscale(0.01)',
  'backdrop-filter: blur(1px)',
  'contain: layout',
  'contain: paint',
  'contain: content',
  'will-change: transform',
  'container-type: inline-size',
  'content-visibility: auto',
  // As tall as the window: the difference is seen once it is scrolled.
  'height: 100%; transform: translateZ(0)',
  'zoom: 1.25; transform: translateZ(0)',
]

const readPlaces = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('alcove-root')!.shadowRoot!
    const read = (selector: string) => {
      const { top, right, bottom, left } = root.querySelector(selector)!.getBoundingClientRect()
      return { top, right, bottom, left }
    }
    return { launcher: read('#launcher'), panel: read('#panel') }
  })

for (const [name, viewport] of [
  ['beside the page', { width: 1000, height: 720 }],
  ['as a sheet', { width: 390, height: 700 }],
] as const) {
  test(
    `launcher and panel are in the window, whatever style the document element has: ${name}`,
    { tag: name === 'as a sheet' ? '@nightly' : [] },
    async ({ page, site, chat }) => {
      await page.setViewportSize(viewport)
      for (const [index, style] of STYLES.entries()) {
        await test.step(style, async () => {
          site.add(`/style-${index}.html`, {
            html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
              <style>html { ${style} } main { height: 3000px }</style>
              <body><main><h1>Shop</h1></main><script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script></body></html>`,
          })
          await page.goto(`/style-${index}.html`)
          await expect(chat.launcher).toBeAttached()
          await page.mouse.wheel(0, 600)
          await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
          // Fully inside, and in its corner.
          await expect
            .poll(async () => {
              const { launcher } = await readPlaces(page)
              return [
                launcher.top > viewport.height / 2 && launcher.bottom <= viewport.height,
                launcher.left > viewport.width / 2 && launcher.right <= viewport.width,
              ]
            })
            .toEqual([true, true])

          await chat.open()

          // The panel slides into its place.
          await expect
            .poll(async () => {
              const { panel } = await readPlaces(page)
              return [
                Math.round(panel.top) >= 0 && Math.round(panel.bottom) <= viewport.height,
                Math.round(panel.left) >= 0 && Math.round(panel.right) <= viewport.width,
              ]
            })
            .toEqual([true, true])
          await chat.composer.fill('Hello')
        })
      }
    },
  )
}

test('on other pages the chat is no popover, so that the page can stand above it', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await expect(chat.launcher).toBeVisible()
  await page.mouse.wheel(0, 600)

  await expect(page.locator('alcove-root [popover]')).toHaveCount(0)
  // Positive control: a transform that comes later is seen, and its end too.
  await page.addStyleTag({ content: 'body { height: 3000px } .moved { transform: translateZ(0) }' })
  await page.evaluate(() => document.documentElement.classList.add('moved'))
  await expect(page.locator('alcove-root [popover]')).toHaveCount(1)
  await page.evaluate(() => document.documentElement.classList.remove('moved'))
  await expect(page.locator('alcove-root [popover]')).toHaveCount(0)
})
