import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const RELEASE = join(import.meta.dirname, 'fixtures', 'v0.1.0')
const TYPES = { js: 'text/javascript', css: 'text/css' } as const

const fixture = (path: string) => readFile(join(RELEASE, path), 'utf8')

/** From here on the page gets this file of the release, whatever the service has. */
async function serveOld(page: Page, file: 'alcove.js' | 'alcove-panel.js'): Promise<() => number> {
  let served = 0
  const body = await fixture(`loader/${file}`)
  await page.route(`**/${file}`, (route) => {
    served += 1
    return route.fulfill({
      body,
      contentType: TYPES.js,
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return () => served
}

/** The release's frame, with the configuration and the headers that the service of now gives. */
async function serveOldFrame(page: Page): Promise<() => number> {
  let served = 0
  const html = await fixture('frame/index.html')
  await page.route(/\/frame$/, async (route) => {
    served += 1
    const response = await route.fetch()
    const [meta = ''] = /<meta name="alcove"[^>]*>/.exec(await response.text()) ?? []
    return route.fulfill({ response, body: html.replace('<head>', `<head>${meta}`) })
  })
  await page.route(/\/frame\/assets\//, async (route) => {
    const name = new URL(route.request().url()).pathname.slice('/frame/'.length)
    const type = name.endsWith('.css') ? TYPES.css : TYPES.js
    return route.fulfill({ body: await fixture(`frame/${name}`), contentType: type })
  })
  return () => served
}

test('a page that the last release opened works with the files of this one', async ({
  page,
  chat,
}) => {
  const served = await serveOld(page, 'alcove.js')
  await page.goto('/bare.html')
  await chat.open()
  expect(served()).toBe(1)

  await chat.send('say From an older page')
  await expect(chat.answer).toContainText('From an older page')
  await page.getByRole('button', { name: 'Close chat' }).click()
  await expect(chat.composer).toBeHidden()
})

test('a page of this release works with the frame of the last one', async ({ page, chat }) => {
  const served = await serveOldFrame(page)
  await page.goto('/bare.html')
  await chat.open()
  expect(served()).toBe(1)

  await chat.send('say In an older frame')
  await expect(chat.answer).toContainText('In an older frame')
})

test('a second file that a cache kept from the last release is told, with what to do', async ({
  page,
  chat,
}) => {
  const served = await serveOld(page, 'alcove-panel.js')
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await page.goto('/bare.html')
  await chat.launcher.click()

  await expect.poll(() => told.join('\n')).toContain('version_skew')
  expect(told.join('\n')).toContain('Reload the page.')
  expect(served()).toBe(1)

  // The positive control: with its own second file the same page works.
  await page.unroute('**/alcove-panel.js')
  await page.reload()
  await chat.open()
})
