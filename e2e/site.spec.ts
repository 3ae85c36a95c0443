import type { Page } from '@playwright/test'
import { codeOf, expect, previewOf, test } from './demo-test.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'

const PHONE = { width: 360, height: 740 }

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test(
  'the documentation is found by its words, without any other server',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(demo)) foreign.push(request.url())
    })
    await page.goto(`${demo}/docs/`)
    await expect(page.getByRole('heading', { level: 1, name: 'Alcove' })).toBeVisible()

    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('idempotency_mismatch')
    await page
      .getByRole('option', { name: /idempotency_mismatch/ })
      .first()
      .click()

    await expect(page).toHaveURL(/\/docs\/troubleshooting\.html#idempotency_mismatch$/)
    expect(foreign).toEqual([])
  },
)

test(
  'a page of the documentation is readable in both schemes, and in 360 pixels',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.goto(`${demo}/docs/quick-start.html`)
    await page.locator('main').getByRole('link', { name: 'Content Security Policy' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Content Security Policy' }),
    ).toBeVisible()
    expect(await scanInLightAndDark(page, false)).toEqual([])

    await page.setViewportSize(PHONE)
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto(`${demo}/docs/reference.html`)
    await expect(page.getByRole('heading', { level: 2, name: 'Options' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
  },
)

test('choices in the playground apply to the chat and to the printed code', async ({
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
    await page.getByText('Chat', { exact: true }).click()
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

test(
  'a colour that cannot be read is refused in words, and the page is told',
  { tag: '@nightly' },
  async ({ page, demo }) => {
    await page.goto(`${demo}/playground/`)
    const { frame } = previewOf(page)
    await expect(frame.getByRole('textbox')).toBeVisible()
    await expect(page.getByText(/^All \d+ pairs can be read\./)).toBeVisible()

    await page.getByText('Single colours').click()
    await page.getByLabel('text, light', { exact: true }).fill('#cccccc')

    await expect(
      page.getByText(/^Refused: text on [\w-]+ has 1\.\d\d:1; expected 4\.5:1\.$/),
    ).toBeVisible()
    await page.getByText('What the chat tells its page').click()
    await expect(page.getByText(/theme\.tokens\.light: text on surface/).first()).toBeVisible()
  },
)

test(
  'the playground is usable by keyboard, in both schemes, and in 360 pixels',
  { tag: '@nightly' },
  async ({ page, demo, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${demo}/playground/`)
    await expect(previewOf(page).frame.getByRole('textbox')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])

    await test.step('arrow keys move between kinds of pages, and the shown code is copied', async () => {
      await page.getByRole('tab', { name: 'HTML' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: 'React' })).toBeFocused()
      await expect(codeOf(page)).toContainText("from 'alcove/react'")
      await page.keyboard.press('End')
      await expect(codeOf(page)).toContainText('defineConfig')
      await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter')
      await expect(page.getByText('Copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('defineConfig')
    })

    await test.step('a device is as wide as it is', async () => {
      await page.getByRole('radio', { name: 'Phone' }).check()
      await expect(page.getByTitle('A page with the chat')).toHaveCSS('width', '390px')
    })

    await page.setViewportSize(PHONE)
    await page.getByRole('radio', { name: 'Desktop' }).check()
    expect(await scrollsSideways(page)).toBe(false)
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
