import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { findVersion } from '../scripts/write-version.ts'
import type { AlcoveServer } from './alcove-server.ts'
import { callChat } from './call-chat.ts'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

const FIRST = 'alcove.js'
const SECOND = 'alcove-panel.js'
const THIRD = 'alcove-extras.js'
const FOURTH = 'alcove-debug.js'
/** The strictest policy under which the chat works; the loader may do nothing else. */
const policyOf = (service: string) =>
  `default-src 'none'; script-src ${service}; frame-src ${service}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`

interface Manifest {
  readonly version: string
  readonly files: Readonly<Record<string, { readonly integrity: string }>>
}

/** A page whose tag names the built version, with the hash from its manifest. */
async function addPinnedPage(site: HostSite, { port }: AlcoveServer, attributes = '') {
  const service = `http://localhost:${port}`
  const name = findVersion(REPOSITORY_ROOT)
  const response = await fetch(`${service}/v/${name}/manifest.json`)
  const { version, files } = (await response.json()) as Manifest
  expect(version).toBe(name)
  const tag = `<script async src="${service}/v/${name}/${FIRST}" integrity="${files[FIRST]?.integrity}" crossorigin="anonymous" data-launcher-label="Ask the shop" data-theme="dark" ${attributes}></script>`
  site.add('/pinned.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${tag}<h1>Shop</h1></html>`,
    headers: { 'content-security-policy': policyOf(service) },
  })
  return {
    textOf: (file: string) => readFile(join(REPOSITORY_ROOT, 'dist/v', name, file), 'utf8'),
    /** Records the page's requests for files of the version, and its console. */
    watch(page: Page) {
      const asked: string[] = []
      const told: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js') && !pathname.startsWith('/frame/')) asked.push(pathname)
      })
      page.on('console', (message) => told.push(message.text()))
      page.on('pageerror', ({ message }) => told.push(message))
      return {
        asked,
        told,
        paths: { first: `/v/${name}/${FIRST}`, second: `/v/${name}/${SECOND}` },
      }
    },
    /** Serves this text to the page instead of the file. */
    alter: (page: Page, file: string, text: string) =>
      page.route(`**/v/*/${file}`, (route) =>
        route.fulfill({
          body: text,
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
        }),
      ),
  }
}

/** A change by an attacker with write access to the service's files: the file still works, but was not released. */
const addByte = (text: string) => `${text} `

test('a page that names a version has its chat from the two files of it, under the strictest policy (D16)', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  const pinned = await addPinnedPage(site, alcove)
  const { asked, told, paths } = pinned.watch(page)
  await page.goto('/pinned.html')
  await page.getByRole('button', { name: 'Ask the shop' }).click()
  await expect(chat.composer).toBeFocused()

  await chat.send('say From a pinned page')
  await expect(chat.answer).toContainText('From a pinned page')
  // The second file was requested once, so the checked bytes are the executed ones.
  await expect.poll(() => asked).toEqual([paths.first, paths.second])
  expect(told).toEqual([])
})

test('one more byte in the first file, and nothing of it runs', async ({ page, site, alcove }) => {
  const pinned = await addPinnedPage(site, alcove)
  const { told } = pinned.watch(page)
  await pinned.alter(page, FIRST, addByte(await pinned.textOf(FIRST)))
  await page.goto('/pinned.html')

  await expect.poll(() => told.join('\n')).toContain('integrity')
  expect(await page.evaluate(() => 'Alcove' in window)).toBe(false)
  await expect(page.locator('alcove-root')).toHaveCount(0)
})

test(
  'one more byte in the second file, and the page says that the chat did not load',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const pinned = await addPinnedPage(site, alcove)
    const { asked, told, paths } = pinned.watch(page)
    const text = await pinned.textOf(SECOND)
    await pinned.alter(page, SECOND, addByte(`${text};globalThis.isAltered = true;`))
    await page.goto('/pinned.html')
    await page.getByRole('button', { name: 'Ask the shop' }).click()

    await expect(page.getByRole('alert')).toContainText('The chat did not load.')
    await expect
      .poll(() => told.join('\n'))
      .toContain(`[Alcove] script_failed: http://localhost:${alcove.port}`)
    await expect.poll(() => told.join('\n')).toContain('integrity')
    await expect.poll(() => asked).toEqual([paths.first, paths.second])
    expect(await page.evaluate(() => 'isAltered' in window)).toBe(false)

    // Without the check the same file would have run.
    const url = `http://localhost:${alcove.port}${paths.second}?unchecked`
    await pinned.alter(page, `${SECOND}?unchecked`, `${text};globalThis.isAltered = true;`)
    await page.goto('/bare.html')
    await page.evaluate((address) => import(address), url)
    expect(await page.evaluate(() => 'isAltered' in window)).toBe(true)
    await expect(chat.launcher).toBeVisible()
  },
)

test(
  'a second response of the service never runs',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const pinned = await addPinnedPage(site, alcove)
    const text = await pinned.textOf(SECOND)
    let answers = 0
    await page.route(`**/v/*/${SECOND}`, (route) => {
      answers += 1
      const body = answers === 1 ? text : `${text};globalThis.isAltered = true;`
      return route.fulfill({
        body,
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
      })
    })
    await page.goto('/pinned.html')
    await page.getByRole('button', { name: 'Ask the shop' }).click()
    await expect(chat.composer).toBeFocused()

    expect(answers).toBe(1)
    expect(await page.evaluate(() => 'isAltered' in window)).toBe(false)
  },
)

test('its third file is checked as well: an altered byte never runs, and there is a launcher', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  const pinned = await addPinnedPage(site, alcove, 'data-mode="sidebar"')
  const { asked, told } = pinned.watch(page)
  const isSidebar = async () =>
    (await page.locator('alcove-root #panel').boundingBox())?.width === 420

  await test.step('whole, it is taken from the same version', async () => {
    await page.goto('/pinned.html')
    await page.getByRole('button', { name: 'Ask the shop' }).click()
    await expect.poll(isSidebar).toBe(true)
    await expect.poll(() => asked.filter((path) => path.endsWith(THIRD))).toHaveLength(1)
    expect(asked.every((path) => path.startsWith('/v/'))).toBe(true)
  })

  await test.step('altered, it does not run', async () => {
    const text = await pinned.textOf(THIRD)
    await pinned.alter(page, THIRD, `globalThis.altered = true;${text}`)
    await page.reload()
    await page.getByRole('button', { name: 'Ask the shop' }).click()
    await expect(chat.composer).toBeVisible()
    expect(await isSidebar()).toBe(false)
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
    await expect.poll(() => told.join()).toContain('integrity')
  })
})

test(
  'its fourth file is checked as well, and without it the chat is as it was',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const pinned = await addPinnedPage(site, alcove)
    const { asked, told } = pinned.watch(page)
    const text = await pinned.textOf(FOURTH)
    await pinned.alter(page, FOURTH, `globalThis.altered = true;${text}`)
    await page.goto('/pinned.html')
    await page.getByRole('button', { name: 'Ask the shop' }).click()
    await expect(chat.composer).toBeFocused()
    expect(await callChat(page, 'doctor')).toMatch(/^script_failed/)
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
    await expect.poll(() => told.join()).toContain('integrity')

    // Positive control: unchanged, it loads from the same version.
    await page.unroute(`**/v/*/${FOURTH}`)
    await page.reload()
    await page.getByRole('button', { name: 'Ask the shop' }).click()
    await expect(chat.composer).toBeFocused()
    expect(await callChat(page, 'doctor')).toMatchObject({ app: 'default' })
    expect(asked.every((path) => path.startsWith('/v/'))).toBe(true)
  },
)
