import type { Page } from '@playwright/test'
import { startFaultProxy } from './faults/start-fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

// Experience of a page's visitors when its chat loads, fails and is removed.

const PHONE = { width: 390, height: 844 }
/** Frames (100 ms) within which a click has a visible effect, even if the service is down. */
const SHELL_FRAMES = 6

const panelOf = (page: Page) => page.locator('#panel')
const html = (body: string, source = '{{ALCOVE_ORIGIN}}/alcove.js') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shop</title></head><body>${body}<script src="${source}"></script></body></html>`

/** A page whose service can be made unavailable. */
async function addBreakable(site: HostSite, alcovePort: number) {
  const proxy = await startFaultProxy({ port: alcovePort })
  site.add('/breakable.html', {
    html: html('<main>Goods</main>', `http://localhost:${proxy.port}/alcove.js`),
  })
  return proxy
}

test('a click on a dead service shows a shell at once and a card, and the next opening tries again (U107)', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  const proxy = await addBreakable(site, alcove.port)
  await page.goto('/breakable.html')
  await expect(chat.launcher).toBeVisible()
  await proxy.setDown(true)

  const frames = await page.evaluate(async (max) => {
    const shadow = document.querySelector('alcove-root')!.shadowRoot!
    const panel = shadow.querySelector('#panel')!
    shadow.querySelector<HTMLElement>('#launcher')!.click()
    let count = 0
    while (!panel.checkVisibility({ visibilityProperty: true }) && count <= max) {
      await new Promise(requestAnimationFrame)
      count += 1
    }
    return count
  }, SHELL_FRAMES)
  expect(frames).toBeLessThanOrEqual(SHELL_FRAMES)
  const card = page.getByRole('alert')
  await expect(card).toContainText('The chat did not load.')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('The chat did not load.')

  await proxy.setDown(false)
  await page.getByRole('button', { name: 'Close chat' }).click()
  await expect(panelOf(page)).toBeHidden()
  await chat.launcher.click()

  await expect(chat.composer).toBeVisible()
  await expect(card).toHaveCount(0)
  await proxy.stop()
})

test(
  'what did not load goes away with the launcher, and with Escape',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const proxy = await addBreakable(site, alcove.port)
    await page.goto('/breakable.html')
    await expect(chat.launcher).toBeVisible()
    await proxy.setDown(true)
    const card = page.getByRole('alert')

    await chat.launcher.click()
    await expect(card).toBeVisible()
    await page.getByRole('button', { name: 'Close chat' }).click()
    await expect(panelOf(page)).toBeHidden()
    await chat.launcher.click()
    await expect(card).toBeVisible()
    await page.keyboard.press('Escape')

    await expect(panelOf(page)).toBeHidden()
    await proxy.stop()
  },
)

test(
  'one Escape closes the dialog of the page, the next one the chat',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    site.add('/dialogs.html', {
      html: html(`<main>
<button onclick="document.querySelector('#native').showModal()">Native</button>
<dialog id="native" aria-label="Native"><p>Native</p><button>Inside</button></dialog>
<button onclick="own.hidden = false; own.firstElementChild.focus()">Own</button>
<div id="own" role="dialog" aria-label="Own" hidden><button>Inside own</button></div>
<button popovertarget="tip">Popover</button><div id="tip" popover>Popover text</div>
<script>
  document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') own.hidden = true })
</script></main>`),
    })
    await page.goto('/dialogs.html')
    await chat.open()
    // The frame is another process: a press at the moment of focusing may be handled first.
    await expect(chat.composer).toBeFocused()
    const layers = [
      ['Native', page.locator('#native')],
      ['Own', page.locator('#own')],
      ['Popover', page.locator('#tip')],
    ] as const

    for (const [name, layer] of layers) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(layer).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(layer).toBeHidden()
      await expect(chat.composer, name).toBeVisible()
    }
    await page.keyboard.press('Escape')

    await expect(panelOf(page)).toBeHidden()
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('Back closes the chat and stays in the shop, whose router finds its own state (U97)', async ({
    page,
    site,
    chat,
  }) => {
    site.add('/first.html', { html: html('<main>First</main>') })
    site.add('/second.html', {
      html: html(`<main>Second</main><script>
  history.replaceState({ route: 'second' }, '')
</script>`),
    })
    await page.goto('/first.html')
    await page.goto('/second.html')
    await chat.open()
    expect(await page.evaluate(() => history.state)).toMatchObject({ route: 'second' })

    await page.goBack()
    await expect(panelOf(page)).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/second.html')
    expect(await page.evaluate(() => history.state)).toEqual({ route: 'second' })

    // After closing it with its button there is no history entry left: Back leaves the page.
    await chat.open()
    // A press on a sheet that is still sliding would miss the button.
    await panelOf(page).evaluate((panel) =>
      Promise.all(panel.getAnimations().map(({ finished }) => finished)),
    )
    await chat.button('Close').click()
    await expect(panelOf(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'second' })
    await page.goBack()
    await expect(page.getByText('First')).toBeVisible()
  })
})

test('beside the page Back leaves, as ever', { tag: '@nightly' }, async ({ page, site, chat }) => {
  site.add('/first.html', { html: html('<main>First</main>') })
  await page.goto('/first.html')
  await page.goto('/bare.html')
  await chat.open()

  await page.goBack()

  await expect(page.getByText('First')).toBeVisible()
})

test('an answer behind the closed panel is said on the page, and stays news on the next one (U26)', async ({
  page,
  chat,
  model,
}) => {
  await page.goto('/bare.html')
  const status = page.locator('alcove-root [aria-live]')
  await chat.open()
  await chat.send('say One; hold news-1; json " and two"')
  await expect(chat.log).toContainText('One')
  await chat.button('Close').click()
  await expect(panelOf(page)).toBeHidden()
  await expect(status).toHaveText('')
  model.release('news-1')
  await expect(status).toHaveText('New answer from the assistant')

  await page.goto('/strict-csp.html')
  const launcher = page.getByRole('button', { name: 'Open chat, new answer', exact: true })
  await expect(launcher).toBeVisible()
  await page.reload()
  await expect(launcher).toBeVisible()
  await launcher.click()
  await expect(chat.log).toContainText('One and two')
  await chat.button('Close').click()

  await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible()
})

test(
  'a page with the chat is as steady as without: no long task of ours, no shift, the same largest paint (U106)',
  { tag: ['@nightly', '@timed'] },
  async ({ page, site, chat }) => {
    const body = '<h1>Shop</h1><p style="font-size:60px">A pot of glazed clay, for tea</p>'
    const tag = '<script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script>'
    const shop = (script: string) => `<!doctype html><title>Shop</title>${body}${script}`
    site.add('/without.html', { html: shop('') })
    site.add('/with.html', { html: shop(tag) })
    // A page that blocks its thread and shifts its layout, which the observers must report.
    const rude =
      '<script>setTimeout(() => { for (const end = performance.now() + 120; performance.now() < end; ); document.body.prepend(document.createElement("hr")) }, 300)</script>'
    site.add('/rude.html', { html: shop(rude) })

    const measure = async (path: string) => {
      await page.goto(path)
      await expect(page.getByText('A pot of glazed clay')).toBeVisible()
      if (path === '/with.html') await expect(chat.launcher).toBeVisible()
      return page.evaluate(async () => {
        const found = { slow: [] as string[], shifts: 0, largest: '' }
        const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
            type,
            buffered: true,
          })
        observe('long-animation-frame', (entry) => {
          const { scripts } = entry as PerformanceEntry & {
            scripts: readonly { sourceURL: string; duration: number }[]
          }
          for (const { sourceURL, duration } of scripts)
            if (duration > 50) found.slow.push(new URL(sourceURL).pathname)
        })
        observe('layout-shift', () => (found.shifts += 1))
        observe('largest-contentful-paint', (entry) => {
          const { element, size } = entry as PerformanceEntry & { element: Element; size: number }
          found.largest = `${element?.localName} ${size}`
        })
        for (let frames = 0; frames < 45; frames += 1) await new Promise(requestAnimationFrame)
        return found
      })
    }

    const without = await measure('/without.html')
    expect(without).toEqual({ slow: [], shifts: 0, largest: expect.stringMatching(/^p \d{5}/) })
    expect(await measure('/with.html')).toEqual(without)
    expect(await measure('/rude.html')).toMatchObject({ slow: ['/rude.html'], shifts: 1 })
  },
)
