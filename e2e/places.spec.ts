import type { Page } from '@playwright/test'
import type { HostSite } from './host-site.ts'
import { expect, test } from './fixtures.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { addTagPage } from './tag-page.ts'

/** Enough text to scroll. */
const LONG = `<button>Buy</button>${'<p>Read on.</p>'.repeat(60)}`
const addPage = (site: HostSite, path: string, attributes: string, body = '') =>
  addTagPage(site, path, attributes, body + LONG)

const panelOf = (page: Page) => page.locator('alcove-root #panel')
const ownLauncher = (page: Page) => page.getByRole('button', { name: /^(Open|Close) chat/ })
const boxOf = async (page: Page) => (await panelOf(page).boundingBox())!

const isFocusInside = (page: Page) =>
  page.evaluate(() => document.activeElement!.closest('alcove-root') !== null)

test('inline it stands in its element, loads when it comes near, and is never closed', async ({
  page,
  site,
  chat,
}) => {
  addPage(
    site,
    '/inline.html',
    'data-mode="inline" data-target="#help"',
    `<div style="height: 2000px"></div><section id="help" style="height: 520px; width: 640px"></section>`,
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/inline.html')
  await expect(page.locator('#help alcove-root')).toBeAttached()

  await test.step('far from the window there is no frame yet, and no launcher', async () => {
    await expect.poll(() => asked).toContain('/alcove-extras.js')
    expect(asked).not.toContain('/frame')
    await expect(ownLauncher(page)).toHaveCount(0)
  })

  await test.step('it loads when the person scrolls to it, without taking the focus (A55)', async () => {
    await page.getByRole('button', { name: 'Buy' }).focus()
    await page.locator('#help').scrollIntoViewIfNeeded()
    await expect(chat.composer).toBeVisible()
    expect(await boxOf(page)).toMatchObject({ width: 640, height: 520 })
    await expect(page.getByRole('button', { name: 'Buy' })).toBeFocused()
    await expect(chat.button('New conversation')).toBeVisible()
    await expect(chat.button('Close')).toHaveCount(0)
    expect(await scanAccessibility(page)).toEqual([])
  })

  await test.step('it scrolls with the page, which stays as it is', async () => {
    const before = await boxOf(page)
    await page.evaluate(() => scrollBy({ top: -100, behavior: 'instant' }))
    expect((await boxOf(page)).y).toBeCloseTo(before.y + 100, 0)
    expect(await page.evaluate(() => document.body.inert)).toBe(false)
  })

  await test.step('Escape and close leave it open', async () => {
    await chat.send('say Here')
    await expect(chat.answer).toContainText('Here')
    await chat.composer.press('Escape')
    await page.evaluate(() => window.Alcove!('close'))
    await expect(chat.composer).toBeVisible()
    await expect(chat.answer).toContainText('Here')
  })

  await test.step('an element that comes back has the conversation again', async () => {
    await page.evaluate(() => {
      const place = document.querySelector('#help')!
      const next = place.cloneNode(false)
      place.replaceWith(next)
    })
    await expect(page.locator('#help alcove-root')).toBeAttached()
    await expect(chat.answer).toContainText('Here')
  })

  await test.step('with the chat the element is as it was', async () => {
    await page.evaluate(() => window.Alcove!('destroy'))
    await expect(page.locator('#help')).toBeEmpty()
  })
})

test(
  'an element that comes late, and without a height, gets the chat all the same',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site, '/late.html', 'data-mode="inline" data-target="#late"')
    await page.goto('/late.html')
    await expect.poll(() => page.evaluate(() => typeof window.Alcove)).toBe('function')
    await expect(page.locator('alcove-root')).toHaveCount(0)
    await page.evaluate(() => {
      const place = document.createElement('section')
      place.id = 'late'
      document.querySelector('main')!.prepend(place)
    })
    await expect(chat.composer).toBeVisible()
    expect((await boxOf(page)).height).toBeGreaterThan(400)
  },
)

test(
  'a sidebar stands along the edge, and pushes the page aside only where it shall',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const marginOf = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).marginRight)
    const styleOf = () => page.evaluate(() => document.documentElement.getAttribute('style'))
    const { width, height } = page.viewportSize()!

    await test.step('over the page', async () => {
      addPage(site, '/sidebar.html', 'data-mode="sidebar"')
      await page.goto('/sidebar.html')
      await chat.open()
      await expect.poll(() => boxOf(page)).toEqual({ x: width - 420, y: 0, width: 420, height })
      await expect(ownLauncher(page)).toBeHidden()
      expect(await marginOf()).toBe('0px')
      expect(await scanAccessibility(page)).toEqual([])
      await chat.button('Close').click()
      await expect(panelOf(page)).toBeHidden()
      await expect(ownLauncher(page)).toBeFocused()
    })

    await test.step('beside it, and afterwards the page is exactly as it was', async () => {
      addPage(site, '/push.html', 'data-mode="sidebar" data-push="true"')
      await page.goto('/push.html')
      const before = await styleOf()
      await chat.open()
      await expect.poll(marginOf).toBe('420px')
      await chat.button('Close').click()
      await expect(panelOf(page)).toBeHidden()
      expect(await styleOf()).toBe(before)
      await page.evaluate(() => (document.documentElement.style.marginRight = '7px'))
      await chat.open()
      await expect.poll(marginOf).toBe('420px')
      await chat.button('Close').click()
      await expect.poll(marginOf).toBe('7px')
      expect(await styleOf()).toBe('margin-right: 7px;')
    })

    await test.step('a page without user interaction is not moved', async () => {
      // A script that a test evaluates counts as a user gesture, so the page itself opens the chat and
      // checks.
      const script = `<script>addEventListener('load', async () => {
      await Alcove('open')
      console.log('margin', getComputedStyle(document.documentElement).marginRight)
    })</script>`
      addPage(site, '/untouched.html', 'data-mode="sidebar" data-push="true"', script)
      const told = page.waitForEvent('console', (line) => line.text().startsWith('margin'))
      await page.goto('/untouched.html')
      expect((await told).text()).toBe('margin 0px')
      await expect.poll(async () => (await boxOf(page)).width).toBe(420)
    })

    await test.step('from the other edge, and at run time', async () => {
      await page.evaluate(() => window.Alcove!('update', { position: 'bottom-start' }))
      await expect.poll(async () => (await boxOf(page)).x).toBe(0)
      await page.evaluate(() => window.Alcove!('update', { mode: undefined }))
      await expect.poll(async () => (await boxOf(page)).width).toBe(400)
      await expect(chat.composer).toBeVisible()
    })
  },
)

test('on a phone a sidebar is a sheet, which Back closes', async ({ page, site, chat }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  addPage(site, '/phone.html', 'data-mode="sidebar" data-push="true"')
  await page.goto('/phone.html')
  await chat.open()
  await expect.poll(() => boxOf(page)).toEqual({ x: 0, y: 0, width: 390, height: 780 })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).marginRight)).toBe(
    '0px',
  )
  await page.goBack()
  await expect(panelOf(page)).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/phone.html')
  await chat.open()
  // The panel slides in: an early click would miss the button.
  await expect.poll(() => boxOf(page)).toEqual({ x: 0, y: 0, width: 390, height: 780 })
  await chat.button('Close').click()
  await expect(ownLauncher(page)).toBeFocused()
})

test(
  'as a full page it is all there is, at once',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site, '/full.html', 'data-mode="fullpage"')
    await page.goto('/full.html')
    await expect(chat.composer).toBeVisible()
    const { width, height } = page.viewportSize()!
    expect(await boxOf(page)).toEqual({ x: 0, y: 0, width, height })
    await expect(chat.button('Close')).toHaveCount(0)
    await expect(ownLauncher(page)).toHaveCount(0)
    await chat.send('say Whole')
    await expect(chat.answer).toContainText('Whole')
    expect(await scanAccessibility(page)).toEqual([])
    await page.evaluate(() => window.Alcove!('destroy'))
    expect(await page.evaluate(() => document.body.inert)).toBe(false)
  },
)

test(
  'the page’s own elements open and close the chat, and tell how it stands',
  { tag: '@nightly' },
  async ({ page, site, chat, model }) => {
    addPage(
      site,
      '/own.html',
      'data-launcher=".help"',
      '<a class="help" href="/elsewhere.html"><b>Help</b></a> <span id="more"></span>',
    )
    await page.goto('/own.html')
    const help = page.getByRole('link', { name: 'Help' })
    await expect(help).toHaveAttribute('aria-expanded', 'false')
    await expect(ownLauncher(page)).toHaveCount(0)

    await help.click()
    await expect(chat.composer).toBeFocused()
    await expect(help).toHaveAttribute('aria-expanded', 'true')
    expect(new URL(page.url()).pathname).toBe('/own.html')

    await chat.send('say One; hold own-launcher; say two')
    await expect(chat.log).toContainText('One')
    await chat.button('Close').click()
    await expect(panelOf(page)).toBeHidden()
    await expect(help).toBeFocused()
    model.release('own-launcher')
    await expect(help).toHaveAttribute('data-alcove-count', '1')

    await test.step('one that comes later does so too', async () => {
      await page.evaluate(
        () => (document.querySelector('#more')!.innerHTML = '<button class="help">Ask</button>'),
      )
      const ask = page.getByRole('button', { name: 'Ask' })
      await ask.hover()
      await expect(ask).toHaveAttribute('data-alcove-count', '1')
      await ask.click()
      await expect(chat.log).toContainText('two')
      await expect(help).not.toHaveAttribute('data-alcove-count')
    })

    await test.step('afterwards they are as they were', async () => {
      await page.evaluate(() => window.Alcove!('destroy'))
      await expect(help).not.toHaveAttribute('aria-expanded')
      await expect(help).not.toHaveAttribute('aria-haspopup')
    })
  },
)

test(
  'it is shown where the address says so, also after a step of the page’s router',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site, '/shop/chair', 'data-show-on="/shop/*" data-hide-on="/shop/pay"')
    await page.goto('/shop/chair')
    await expect(chat.launcher).toBeVisible()
    const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

    await go('/about')
    await expect(chat.launcher).toBeHidden()
    await go('/shop/table')
    await chat.open()
    await go('/shop/pay')
    await expect(panelOf(page)).toBeHidden()
    await expect(chat.launcher).toBeHidden()
    await go('/shop/table')
    await expect(chat.launcher).toBeVisible()
    await expect(panelOf(page)).toBeHidden()
  },
)

test(
  'without its third file there is a launcher all the same',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site, '/lost.html', 'data-mode="inline" data-target="main"')
    await page.route('**/alcove-extras.js', (route) => route.abort())
    await page.goto('/lost.html')
    await chat.open()
    await expect.poll(() => isFocusInside(page)).toBe(true)
  },
)

test(
  'a page that wants nothing of it does not fetch the third file',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/bare.html')
    await chat.open()
    await expect.poll(() => asked).toContain('/alcove-panel.js')
    expect(asked).not.toContain('/alcove-extras.js')
  },
)
