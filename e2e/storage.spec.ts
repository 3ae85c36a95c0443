import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

// Another port is the same site. 127.0.0.1 and localhost are two sites, like a shop and the service.

test('finds its history again after a reload on another site, where storage is allowed', async ({
  playwright,
  launchOptions,
  site,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'alcove-profile-'))
  await mkdir(join(profile, 'Default'))
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
  const page = await context.newPage()
  const chat = createChatPage(page)
  await page.goto(`http://127.0.0.1:${site.port}/bare.html`)
  await chat.open()
  await chat.send('say Kept across a reload')
  await chat.settled()

  await page.reload()
  await chat.open()

  await expect(chat.log).toContainText('Kept across a reload')
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

test('works for the session where a cross-site frame has no storage (R25, U42)', async ({
  page,
  site,
  chat,
}) => {
  await page.goto(`http://127.0.0.1:${site.port}/bare.html`)
  await chat.open()
  // Premise: in a plain context the frame's storage throws.
  const hasStorage = await chat.composer.evaluate(() => {
    try {
      return localStorage.length >= 0
    } catch {
      return false
    }
  })
  expect(hasStorage).toBe(false)

  await chat.send('say One')
  await chat.settled()
  await chat.send('echo')

  await expect(chat.answer).toContainText('assistant: One')
})
