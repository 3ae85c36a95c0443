import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { expect, test } from './tool-fixtures.ts'

// The panel does not cover the part of the page that a tool shows.

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
<style>body { margin: 0; min-height: 4000px } .good { position: absolute; width: 120px; height: 60px; top: 2000px; background: tan }
#far { left: 0 } #near { right: 40px }</style></head>
<body><main><h1>Shop</h1><div class="good" id="far">A kettle</div><div class="good" id="near">A lantern</div></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script>
<script>
  const parameters = { type: 'object', properties: { id: { type: 'string' } } }
  const tool = (name, definition) => Alcove('tool', name, { description: name, parameters, scope: 'navigate', approval: 'never', ...definition })
  tool('show', { run: async ({ id }, { show }) => (await show(document.getElementById(id)), 1) })
  tool('scroll', { run: ({ id }) => (document.getElementById(id).scrollIntoView({ block: 'center' }), 1) })
  tool('visit', { run: () => (history.pushState({ page: 2 }, '', '#second'), 1) })
  tool('lose', { run: () => { throw new Error('There is none') } })
</script></body></html>`

const open = async (page: Page, chat: ChatPage) => {
  await page.goto('/aside.html')
  await chat.open()
}

/** Sends with the button, which phones and computers have. */
async function send(chat: ChatPage, text: string): Promise<void> {
  await chat.composer.fill(text)
  await chat.button('Send').click()
}

const launcherOf = (page: Page) => page.locator('alcove-root #launcher')
const wayBack = (page: Page) =>
  page.locator('alcove-root').getByRole('button', { name: 'Back to the conversation' })
const isClosed = (page: Page) => expect(launcherOf(page)).toHaveAttribute('aria-expanded', 'false')

async function expectUncovered(page: Page, id: string): Promise<void> {
  const element = page.locator(`#${id}`)
  await expect(element).toBeInViewport({ ratio: 1 })
  const isOnTop = () =>
    element.evaluate((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === each
    })
  await expect.poll(isOnTop).toBe(true)
}

test.beforeEach(({ site }) => {
  site.add('/aside.html', { html: PAGE })
})

test('the panel steps aside for an element that it covers, and only then', async ({
  page,
  chat,
}) => {
  await page.setViewportSize({ width: 1_000, height: 800 })
  await open(page, chat)

  await test.step('an element beside the panel leaves it open', async () => {
    await send(chat, 'tool show {"id":"far"}; next; say The kettle')
    await expect(chat.answer).toContainText('The kettle')
    await expectUncovered(page, 'far')
    await expect(launcherOf(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(wayBack(page)).toHaveCount(0)
    await chat.settled()
  })

  await test.step('an element under it closes it, and offers a way back', async () => {
    await send(chat, 'tool show {"id":"near"}; next; say The lantern')
    await isClosed(page)
    await expect(wayBack(page)).toBeVisible()
    await expectUncovered(page, 'near')
    // Heard, and the focus is at the button that opens the chat too.
    await expect(
      page.locator('alcove-root [aria-live]').filter({ hasText: 'Back to' }),
    ).toBeVisible()
    await expect(launcherOf(page)).toBeFocused()
    // The closed frame is not scanned.
    expect(await scanAccessibility(page, false)).toEqual([])

    await wayBack(page).click()
    await expect(launcherOf(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(wayBack(page)).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    await expect(chat.answer).toContainText('The lantern')
    await chat.settled()
  })

  await test.step('a tool that scrolls by itself, and does not tell where, closes it too', async () => {
    await send(chat, 'tool scroll {"id":"near"}; next; say There')
    await expect(wayBack(page)).toBeVisible()
    await expectUncovered(page, 'near')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a sheet steps aside before the tool runs, and the page stays where the tool puts it', async ({
    page,
    chat,
  }) => {
    await open(page, chat)
    const before = await page.evaluate(() => history.length)
    await send(chat, 'tool scroll {"id":"near"}; next; say The lantern')
    await expect(wayBack(page)).toBeVisible()
    await expectUncovered(page, 'near')
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(1_000)
    // Nothing moves the page back later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await page.evaluate(() => scrollY)).toBe(top)

    await wayBack(page).tap()
    await expect(chat.answer).toContainText('The lantern')
    await chat.settled()
    await send(chat, 'tool show {"id":"far"}; next; say The kettle')
    await expect(wayBack(page)).toBeVisible()
    await expectUncovered(page, 'far')

    await test.step('a navigation of the tool is not undone by the closing sheet', async () => {
      await wayBack(page).tap()
      await expect(chat.answer).toContainText('The kettle')
      await chat.settled()
      await send(chat, 'tool visit {}; next; say The second page')
      await expect(wayBack(page)).toBeVisible()
      await expect(page).toHaveURL(/#second$/)
      expect(await page.evaluate(() => history.state)).toEqual({ page: 2 })
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1)
    })

    await test.step('a tool that fails has shown nothing: the sheet opens again', async () => {
      await wayBack(page).tap()
      await expect(chat.answer).toContainText('The second page')
      await chat.settled()
      await send(chat, 'tool lose {}; next; say Sorry')
      await expect(chat.answer).toContainText('Sorry')
      await expect(launcherOf(page)).toHaveAttribute('aria-expanded', 'true')
      await expect(wayBack(page)).toHaveCount(0)
    })
  })
})
