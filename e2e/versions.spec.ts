import type { Page } from '@playwright/test'
import { listReleases, readRelease, type ReleasedFiles } from '../scripts/released-files.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { expect, test } from './fixtures.ts'

const TYPES = { js: 'text/javascript', css: 'text/css' } as const

/** Serves this file of the release to the page, whatever the service has. */
async function serveOld(
  page: Page,
  release: ReleasedFiles,
  file: 'alcove.js' | 'alcove-panel.js',
): Promise<() => number> {
  let served = 0
  await page.route(`**/${file}`, (route) => {
    served += 1
    return route.fulfill({
      body: release[`loader/${file}`] ?? '',
      contentType: TYPES.js,
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return () => served
}

/** The release's frame with the current service's configuration and headers. */
async function serveOldFrame(page: Page, release: ReleasedFiles): Promise<() => number> {
  let served = 0
  await page.route(/\/frame$/, async (route) => {
    served += 1
    const response = await route.fetch()
    const [meta = ''] = /<meta name="alcove"[^>]*>/.exec(await response.text()) ?? []
    const html = release['frame/index.html'] ?? ''
    return route.fulfill({ response, body: html.replace('<head>', `<head>${meta}`) })
  })
  await page.route(/\/frame\/assets\//, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const body = release[name]
    if (body === undefined) return route.fulfill({ status: 404 })
    const contentType = name.endsWith('.css') ? TYPES.css : TYPES.js
    // As the service sends them: a worker's script needs the last one.
    const headers = { 'cross-origin-embedder-policy': 'require-corp' }
    return route.fulfill({ body, contentType, headers })
  })
  return () => served
}

for (const version of listReleases(REPOSITORY_ROOT)) {
  const release = readRelease(REPOSITORY_ROOT, version)

  test(`a page that ${version} opened works with the files of now (R33)`, async ({
    page,
    chat,
  }) => {
    const served = await serveOld(page, release, 'alcove.js')
    await page.goto('/bare.html')
    await chat.open()
    expect(served()).toBe(1)

    await chat.send('say From an older page')
    await expect(chat.answer).toContainText('From an older page')
    await page.getByRole('button', { name: 'Close chat' }).click()
    await expect(chat.composer).toBeHidden()
  })

  test(`a page of now works with the frame of ${version} (R33)`, async ({ page, chat }) => {
    const served = await serveOldFrame(page, release)
    await page.goto('/bare.html')
    await chat.open()
    expect(served()).toBe(1)

    await chat.send('say In an older frame')
    await expect(chat.answer).toContainText('In an older frame')
  })
}

/** A release whose second file does not export how it is started. */
const BEFORE_STARTS = '0.1.0'

test(
  'a second file that a cache kept from the first release is told, with what to do',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const release = readRelease(REPOSITORY_ROOT, BEFORE_STARTS)
    const served = await serveOld(page, release, 'alcove-panel.js')
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await page.goto('/bare.html')
    await chat.launcher.click()

    await expect.poll(() => told.join('\n')).toContain('version_skew')
    await expect.poll(() => told.join('\n')).toContain('Reload the page.')
    expect(served()).toBe(1)

    // Positive control: with its own second file the same page works.
    await page.unroute('**/alcove-panel.js')
    await page.reload()
    await chat.open()
  },
)
