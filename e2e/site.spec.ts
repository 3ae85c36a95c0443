import type { Page } from '@playwright/test'
import { awaitHydration, codeOf, expect, previewOf, test } from './demo-test.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test('the documentation is searched by keys alone, without any other server', async ({
  page,
  demo,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(demo)) foreign.push(request.url())
  })
  await page.goto(`${demo}/docs/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Alcove' })).toBeVisible()
  await awaitHydration(page)

  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await expect(field).toBeFocused()
  await page.keyboard.type('ratings')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(options.first()).toContainText('Ratings')
  await expect(field).toHaveAttribute('aria-activedescendant', 'docs-search-0')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^\d+ sections?$/)

  await test.step('the arrow keys choose, and go round', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('a word that stands nowhere is said to be so', async () => {
    await field.fill('xyzzyq')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^Nothing found/)
    await expect(options).toHaveCount(0)
  })
  await test.step('Escape closes, and the button opens again', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await expect(field).toBeFocused()
  })
  await field.fill('idempotency_mismatch')
  await expect(options.first()).toContainText('idempotency_mismatch')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/docs\/troubleshooting#idempotency_mismatch$/)
  await expect(page.getByRole('heading', { name: 'idempotency_mismatch' })).toBeInViewport()
  expect(foreign).toEqual([])
})

test(
  'a search whose index does not load says so, and loads it when it is opened again',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.route('**/search.json', (route) => route.abort(), { times: 1 })
    await page.goto(`${demo}/docs/theming`)
    await awaitHydration(page)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('The search could not be loaded.')).toBeVisible()

    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('systemd')
    await expect(page.getByRole('option').first()).toContainText('systemd')
  },
)

test('an address that leads nowhere offers a search for its words, and the main pages', async ({
  page,
  demo,
}) => {
  const answer = await page.goto(`${demo}/docs/web-hooks.html`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is no page at this address',
  )
  await awaitHydration(page)
  expect(await scanInLightAndDark(page, false)).toEqual([])

  await page.getByRole('button', { name: 'Search for “web hooks”' }).click()
  await expect(page.getByRole('option').first()).toContainText('Webhooks')
  expect(await scanInLightAndDark(page, false)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Theming' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Theming' })).toBeVisible()
})

test(
  'an old address of the documentation leads to its page',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.goto(`${demo}/docs/embedding.html#languages`)

    await expect(page).toHaveURL(`${demo}/docs/embedding#languages`)
    await expect(page.getByRole('heading', { name: 'Languages' })).toBeInViewport()
  },
)

test(
  'a page of the documentation is readable in both schemes, and on phones (D25)',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.goto(`${demo}/docs/quick-start`)
    await page.locator('main').getByRole('link', { name: 'Content Security Policy' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Content Security Policy' }),
    ).toBeVisible()
    expect(await scanInLightAndDark(page, false)).toEqual([])

    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 740 })
      for (const name of ['', 'operating', 'embedding', 'reference', 'specification', 'privacy']) {
        await page.goto(`${demo}/docs/${name}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await scrollsSideways(page)).toBe(false)
        expect(await cutTables(page)).toEqual([])
      }
    }
    await test.step('a row of a table is a card with the titles of its columns', async () => {
      const row = page.getByRole('table').first().getByRole('row').nth(1)
      await expect(row.getByRole('cell')).not.toHaveCount(0)
      const title = (cell: Element) => getComputedStyle(cell, '::before').content
      expect(await row.getByRole('cell').nth(1).evaluate(title)).toMatch(/^"\w/)
    })
    expect(await scanInLightAndDark(page, false)).toEqual([])
  },
)

/** Tables that need sideways scrolling. */
const cutTables = (page: Page) =>
  page
    .locator('.vp-doc table')
    .evaluateAll((tables) =>
      tables
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent?.slice(0, 60)),
    )

test('choices in the playground apply to the chat and to the printed code (D03)', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo}/playground/`)
  const { host, frame } = previewOf(page)
  const launcher = host.locator('#launcher')
  await expect(frame.getByRole('heading', { name: 'What takes you outdoors?' })).toBeVisible()
  await expect(launcher).toHaveCSS('background-color', 'rgb(61, 90, 58)')
  await expect(codeOf(page)).not.toContainText('data-')

  await test.step('a choice shows at once, and is printed', async () => {
    await page.getByLabel('Accent', { exact: true }).fill('#7c3aed')
    await page.getByLabel('Greeting').fill('What shall we read?')
    await expect(launcher).toHaveCSS('background-color', 'rgb(124, 58, 237)')
    await expect(frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
    await expect(codeOf(page)).toContainText('data-accent="#7c3aed"')
    await expect(codeOf(page)).toContainText('data-greeting="What shall we read?"')
  })

  await test.step('the address contains the choices, for sharing', async () => {
    await page.goto(page.url())
    await page.reload()
    await expect(frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
  })

  await test.step('where it stands is chosen too, and the page is made anew', async () => {
    await page.getByText('Launcher and place').click()
    await page.getByLabel('Mode', { exact: true }).selectOption('inline')
    await page.getByLabel('Target', { exact: true }).fill('#place')
    await expect(host.locator('#place iframe, #place alcove-root')).not.toHaveCount(0)
    await expect(frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
    await expect(codeOf(page)).toContainText('data-target="#place"')
  })

  await test.step('taken back, it is as the project has it', async () => {
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(frame.getByRole('heading', { name: 'What takes you outdoors?' })).toBeVisible()
    await expect(launcher).toHaveCSS('background-color', 'rgb(61, 90, 58)')
    await expect(codeOf(page)).not.toContainText('data-')
  })
})

test('a preset gives the chat a whole look, and a search finds the option to change (D03)', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo}/playground/`)
  const { host, frame } = previewOf(page)
  await expect(frame.getByRole('textbox')).toBeVisible()

  await page.getByRole('button', { name: 'Shop', exact: true }).click()
  await expect(frame.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await expect(host.locator('#launcher')).toHaveCSS('background-color', 'rgb(180, 35, 95)')
  await expect(codeOf(page)).toContainText('data-name="Mila"')
  await expect(page.getByRole('button', { name: 'Shop', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.getByRole('searchbox', { name: 'Search the options' }).fill('button text')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ options?$/ })).toBeVisible()
  await page.getByLabel('Launcher label', { exact: true }).fill('Ask us')
  await expect(codeOf(page)).toContainText('data-launcher-label="Ask us"')
  await page.getByRole('searchbox', { name: 'Search the options' }).fill('xyzzy')
  await expect(page.getByText('No option has these words.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the options' }).fill('')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mila')
})

test(
  'a colour that cannot be read is refused in words, and the page is told (D05)',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.goto(`${demo}/playground/`)
    const { frame } = previewOf(page)
    await expect(frame.getByRole('textbox')).toBeVisible()
    await page.getByText('Colours and shape').click()
    await expect(page.getByText(/^All \d+ pairs can be read\./)).toBeVisible()

    await page.getByText('Single colours').click()
    await page.getByLabel('text, light', { exact: true }).fill('#cccccc')

    await expect(
      page.getByText(/^Refused: text on [\w-]+ has 1\.\d\d:1; expected 4\.5:1\.$/),
    ).toBeVisible()
    await page.getByText('Events for the page').click()
    await expect(page.getByText(/theme\.tokens\.light: text on surface/).first()).toBeVisible()
  },
)

test(
  'the playground is usable by keyboard, in both schemes, and on phones',
  { tag: '@nightly' },
  async ({ page, demo, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${demo}/playground/`)
    await expect(previewOf(page).frame.getByRole('textbox')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])

    await test.step('arrow keys move between kinds of pages, and the shown code is copied', async () => {
      await page.getByRole('tab', { name: 'HTML' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: 'Project' })).toBeFocused()
      await expect(codeOf(page)).toContainText('defineConfig')
      await page.keyboard.press('ArrowRight')
      await expect(codeOf(page)).toContainText("from 'alcove/react'")
      await page.keyboard.press('End')
      await expect(codeOf(page)).toContainText('createElement')
      await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter')
      await expect(page.getByText('Copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('createElement')
    })

    await test.step('a device is as wide as it is', async () => {
      await page.getByRole('radio', { name: 'Phone' }).check()
      await expect(page.getByTitle('A page with the chat')).toHaveCSS('width', '390px')
    })

    await page.getByRole('radio', { name: 'Desktop' }).check()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await scrollsSideways(page)).toBe(false)
    }
    await expect(previewOf(page).frame.getByRole('textbox')).toBeVisible()
  },
)

test(
  'the printed tag gives another page that chat',
  { tag: '@nightly' },
  async ({ page, demo, site }) => {
    const choice = { name: 'Pip', 'theme.tokens': { light: { link: '#0000cc' } } }
    await page.goto(`${demo}/playground/#${encodeURIComponent(JSON.stringify(choice))}`)
    await expect(codeOf(page)).toContainText('data-name="Pip"')
    const html = (await codeOf(page).textContent()) ?? ''
    site.add('/printed.html', { html: `<!doctype html><title>A page</title>${html}` })

    await page.goto(`http://localhost:${site.port}/printed.html`)
    await page.getByRole('button', { name: 'Ask Tarn' }).click()

    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Pip', { exact: true })).toBeVisible()
    const link = () =>
      frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--link'))
    await expect.poll(link).toBe('#0000cc')
  },
)
