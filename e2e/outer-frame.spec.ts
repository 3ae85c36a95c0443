import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

// An allowed page in a frame of another site: the browser checks the service's permission for both.

/** A host name of this machine that is not in the service's list. */
const FOREIGN = 'shop.test'
/** Allowed without a setting. */
const ALLOWED = '127.0.0.1'

interface Report {
  readonly findings: readonly { readonly isGood: boolean; readonly text: string; remedy?: string }[]
}

/** Opens the page with the chat within a page of another host name; returns the former. */
async function openWithin(page: Page, site: HostSite, host: string) {
  site.add('/outer.html', {
    html: `<!doctype html><html lang="en"><title>Outer</title><link rel="icon" href="data:,"><h1>Outer</h1>
      <iframe name="inner" title="Inner" width="900" height="600" src="http://localhost:${site.port}/bare.html"></iframe></html>`,
  })
  await page.goto(`http://${host}:${site.port}/outer.html`)
  const inner = page.frameLocator('iframe[name=inner]')
  await inner.getByRole('button', { name: 'Open chat' }).click()
  return inner
}

const examine = (page: Page) => page.frame({ name: 'inner' })!.evaluate<Report>(`Alcove('doctor')`)

test('an outer site that the service does not allow is named, with where to add it', async ({
  page,
  site,
}) => {
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  const outer = `http://${FOREIGN}:${site.port}`
  const inner = await openWithin(page, site, FOREIGN)

  await expect(inner.getByRole('alert')).toContainText('The chat did not load.')
  const said = () => errors.join('\n')
  await expect.poll(said).toContain('frame_timeout')
  await expect.poll(said).toContain(`This page stands in a frame of ${outer}`)
  await expect.poll(said).toContain('ALCOVE_ALLOWED_ORIGINS')
  expect((await examine(page)).findings).toContainEqual({
    isGood: false,
    text: expect.stringContaining(`in a frame of ${outer}`),
    remedy: expect.stringContaining(`Add ${outer} to ALCOVE_ALLOWED_ORIGINS`),
  })
})

test('a page in a frame of an allowed site has its chat, and is told of no fault', async ({
  page,
  site,
}) => {
  const outer = `http://${ALLOWED}:${site.port}`
  const inner = await openWithin(page, site, ALLOWED)

  await expect(inner.frameLocator('alcove-root iframe').getByRole('textbox')).toBeVisible()
  expect((await examine(page)).findings).toContainEqual({
    isGood: true,
    text: expect.stringContaining(`in a frame of ${outer}, and the chat came`),
  })
})
