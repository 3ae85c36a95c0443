import type { Page } from '@playwright/test'
import type { AlcoveServer } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { findSmallTargets } from './measure-targets.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'
import { seedThreads } from './seed-threads.ts'
import { createThreadListPage } from './thread-list-page.ts'

const THREADS = [
  { title: 'Invoice', texts: ['Where is my invoice?', 'It was sent on 4 March.'] },
  { title: 'Parcel', daysAgo: 1 },
  { title: 'Garden chairs, a table, and whatever else stands in a garden', daysAgo: 40 },
]

interface World {
  readonly page: Page
  readonly site: HostSite
  readonly alcove: AlcoveServer
  readonly chat: ChatPage
}

let count = 0

/** The list of a user with these threads. */
async function openList({ page, site, alcove, chat }: World) {
  const name = `threads-axe-${test.info().workerIndex}-${(count += 1)}`
  const token = createHostToken(name, HOST_SECRET)
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  site.add(`/${name}.html`, {
    html: signedInPage(token).replace('<title>', `${viewport}<title>`),
  })
  await seedThreads(`http://localhost:${alcove.port}`, token, THREADS)
  await page.goto(`http://localhost:${site.port}/${name}.html`)
  await chat.open()
  const list = createThreadListPage(chat)
  await list.open()
  await expect(list.row('Parcel')).toBeVisible()
  return list
}

test(
  'the question before deleting, and a search, have no violation',
  { tag: '@nightly' },
  async ({ page, chat, site, alcove }) => {
    const list = await openList({ page, site, alcove, chat })
    await list.choose('Parcel', 'Delete')
    await expect(list.dialog).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
    await page.keyboard.press('Escape')

    await list.search.fill('invoice')
    await expect(list.nav.getByText('1 conversation found')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
    await list.search.fill('nothing of the kind')
    await expect(list.nav.getByText('No conversations found')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
  },
)

test(
  'the list, a menu in it and a field for a name have no violation',
  { tag: '@nightly' },
  async ({ page, chat, site, alcove }) => {
    const list = await openList({ page, site, alcove, chat })
    expect(await scanInLightAndDark(page)).toEqual([])

    await list.nav.getByRole('button', { name: 'More for Parcel' }).click()
    await expect(chat.frame.getByRole('menu')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])

    await chat.frame.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(list.nav.getByRole('textbox', { name: 'Name of the conversation' })).toBeFocused()
    await page.keyboard.type('x'.repeat(121))
    expect(await scanInLightAndDark(page)).toEqual([])
  },
)

test(
  'the archive, its notice, and a list beside the conversation have no violation',
  { tag: '@nightly' },
  async ({ page, chat, site, alcove }) => {
    const list = await openList({ page, site, alcove, chat })
    await list.choose('Parcel', 'Archive')
    await chat.button('Archived').click()
    await expect(list.row('Parcel')).toBeVisible()
    await expect(chat.button('Undo')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])

    await chat.button('Show beside the conversation').click()
    await expect(chat.composer).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
  },
)

test.describe('on a screen that is touched', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } })

  test(
    'each target is as large as a finger, and nothing is cut (A12, A34, U99)',
    { tag: '@nightly' },
    async ({ page, chat, site, alcove }) => {
      const list = await openList({ page, site, alcove, chat })
      const expectLarge = async () => expect(await findSmallTargets(chat.frame, 44)).toEqual([])
      await expectLarge()
      expect(await findSmallTargets(chat.frame, 45)).not.toEqual([])
      const width = await list.nav.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
      // With a smaller font, a phone zooms the page.
      await expect(list.search).toHaveCSS('font-size', '16px')
      await list.choose('Parcel', 'Rename')
      const name = list.nav.getByRole('textbox', { name: 'Name of the conversation' })
      await expect(name).toHaveCSS('font-size', '16px')
      await expectLarge()
      await page.keyboard.press('Escape')
      await list.row('Invoice').click()
      await expect(chat.composer).toHaveCSS('font-size', '16px')
      await chat.log.getByRole('button', { name: 'Edit', exact: true }).first().click()
      const edit = chat.log.getByRole('textbox', { name: 'Edit your message' })
      await expect(edit).toHaveCSS('font-size', '16px')
      await expectLarge()
      await page.keyboard.press('Escape')
      await chat.log.getByRole('button', { name: 'Bad answer' }).click()
      const comment = chat.frame.getByRole('textbox', { name: 'More about it' })
      await expect(comment).toHaveCSS('font-size', '16px')
      await expectLarge()
      await chat.button('More').click()
      await chat.frame.getByRole('menuitem', { name: 'Settings' }).click()
      await expect(chat.frame.getByRole('dialog').getByLabel('Text size')).toBeVisible()
      await expectLarge()
      expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
    },
  )
})
