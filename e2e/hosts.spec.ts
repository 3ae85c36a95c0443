import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

async function say(chat: ChatPage, words: string): Promise<void> {
  await chat.send(`say ${words}`)
  await expect(chat.answer).toContainText(words)
  await chat.settled()
}

/** Counts the requests for the frame's document. */
function countFrames(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().endsWith('/frame')) count += 1
  })
  return () => count
}

test('a modal dialog of the page takes the chat in, and gives it back', async ({ page, chat }) => {
  const frames = countFrames(page)
  await page.goto('/hosts/modal.html')
  await chat.open()
  await say(chat, 'Before')
  await chat.composer.fill('half a thought')

  await page.getByRole('button', { name: 'Show the dialog' }).click()
  await expect(page.getByRole('dialog', { name: 'First' }).locator('alcove-root')).toHaveCount(1)
  await expect(chat.composer).toHaveValue('half a thought')
  await say(chat, 'Within the first')

  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('dialog', { name: 'Second' }).locator('alcove-root')).toHaveCount(1)
  await say(chat, 'Within the second')

  await page.getByRole('button', { name: 'Close the second' }).click()
  await expect(page.getByRole('dialog', { name: 'First' }).locator('alcove-root')).toHaveCount(1)
  await page.getByRole('button', { name: 'Close the dialog' }).click()
  await expect(page.locator('html > alcove-root')).toHaveCount(1)
  await say(chat, 'Afterwards')
  await expect.poll(frames).toBe(1)
})

test(
  'a dialog that is taken out of the page leaves the chat there',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/hosts/modal.html')
    await chat.open()
    await say(chat, 'Before')
    await page.getByRole('button', { name: 'Show the dialog' }).click()
    await expect(page.getByRole('dialog', { name: 'First' }).locator('alcove-root')).toHaveCount(1)

    await page.getByRole('button', { name: 'Remove the dialog' }).click()

    await expect(page.locator('html > alcove-root')).toHaveCount(1)
    await expect(chat.log).toContainText('Before')
    await say(chat, 'Afterwards')
  },
)

test(
  'an engine that cannot move the chat hides it while a dialog is open',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.addInitScript(() => {
      for (const { prototype } of [Element, Document, DocumentFragment]) {
        delete (prototype as Partial<Record<'moveBefore', unknown>>).moveBefore
      }
    })
    const frames = countFrames(page)
    await page.goto('/hosts/modal.html')
    await chat.open()
    await page.getByRole('button', { name: 'Show the dialog' }).click()
    await expect(page.locator('#launcher')).toBeHidden()
    await expect(chat.composer).toBeHidden()

    await page.getByRole('button', { name: 'Close the dialog' }).click()

    await expect(chat.composer).toBeVisible()
    await say(chat, 'Afterwards')
    await expect.poll(frames).toBe(1)
  },
)

for (const [name, path] of [
  ['whose body is inert, hidden and without a pointer', 'inert'],
  ['with frozen globals', 'frozen'],
  ['with wrapped methods', 'wrapped'],
] as const) {
  test(
    `the chat works on a page ${name} (T16c)`,
    { tag: name === 'with frozen globals' ? [] : '@nightly' },
    async ({ page, chat }) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (line) => {
        if (/error|warning/.test(line.type())) faults.push(line.text())
      })
      await page.goto(`/hosts/${path}.html`)
      if (path === 'frozen') expect(await page.title()).toBe('Frozen')

      await chat.open()
      await chat.composer.press('Escape')
      await expect(chat.composer).toBeHidden()
      await chat.open()
      await say(chat, 'Here')

      if (path === 'wrapped') expect(await page.evaluate('wrapped')).toBeGreaterThan(0)
      expect(faults).toEqual([])
    },
  )
}

test('a policy that forgot the frame is named at once, with what to add', async ({
  page,
  chat,
  alcove,
}) => {
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  const told = () => errors.filter((text) => text.includes('[Alcove] frame_blocked_csp'))
  await page.goto('/hosts/no-frames.html')
  // Hovering loads the frame, and opening tries again: each failure is reported once.
  await chat.launcher.hover()
  await expect.poll(told).toHaveLength(1)
  await chat.launcher.click()

  const card = page.getByRole('alert')
  await expect(card).toContainText('The chat is not available on this page.')
  // On the developer's own machine the card shows it as well.
  await expect(card).toContainText(`does not list http://localhost:${alcove.port}.`)
  await expect(card).toContainText('frame_blocked_csp')
  await expect.poll(told).toHaveLength(2)
})

test('a browser that keeps the page from the local network is named, with what was refused', async ({
  page,
  chat,
  site,
  baseURL,
}) => {
  site.add('/public.html', {
    html: '<!doctype html><html lang="en"><title>Public</title><script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script>',
    // As if it came from a public address.
    headers: { 'content-security-policy': 'treat-as-public-address' },
  })
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const { browserContextId } = targetInfo
  for (const name of ['loopback-network', 'local-network'])
    await browser.send('Browser.setPermission', {
      permission: { name },
      setting: 'denied',
      origin: baseURL!,
      ...(browserContextId ? { browserContextId } : {}),
    })
  // The loader comes from the page, as with the npm package, so the browser blocks only the frame.
  await page.route(/alcove(-\w+)?\.js/, async (route) =>
    route.fulfill({ response: await route.fetch() }),
  )
  await page.goto('/public.html')
  await chat.launcher.click()

  const card = page.getByRole('alert')
  await expect(card).toContainText('The browser did not let this page reach the chat.')
  await expect(card).toContainText('Access to the local network was refused.')
  await expect(card).toContainText('network_refused')
})

test(
  'a page without an origin is told so, in a sandbox and from a file (T02)',
  { tag: '@nightly' },
  async ({ page, site, alcove }, testInfo) => {
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    const told = () => errors.filter((text) => text.includes('This page has no origin'))
    await page.goto('/hosts/sandboxed.html')
    const preview = page.frameLocator('iframe[title="Preview"]')
    await preview.getByRole('button', { name: 'Open chat' }).click()
    await expect(preview.getByRole('alert')).toContainText('The chat did not load.')
    await expect.poll(told).toHaveLength(1)

    await test.step('from a file', async () => {
      const html = readFileSync(join(import.meta.dirname, '../public/bare.html'), 'utf8')
      const path = testInfo.outputPath('page.html')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, html.replaceAll('{{ALCOVE_ORIGIN}}', `http://localhost:${alcove.port}`))
      await page.goto(`file://${path}`)
      await page.getByRole('button', { name: 'Open chat' }).click()
      await expect(page.getByRole('alert')).toContainText('The chat did not load.')
      await expect.poll(told).toHaveLength(2)
    })

    // Positive control: the same page with an origin.
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await page.getByRole('button', { name: 'Open chat' }).click()
    await expect(
      page.frameLocator('iframe[title="Chat"]').getByRole('textbox', { name: 'Message' }),
    ).toBeVisible()
  },
)
