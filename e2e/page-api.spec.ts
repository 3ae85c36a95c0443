import type { Page } from '@playwright/test'
import { callChat } from './call-chat.ts'
import { HOST_SECRET } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import { expect, test } from './reading-site.ts'
import { addTagPage } from './tag-page.ts'

/** Records all events of the chat, on its listeners and on the document. */
async function hear(page: Page) {
  await page.evaluate(() => {
    const heard = { chat: [] as unknown[], document: [] as unknown[] }
    Object.assign(window, { heard })
    void window.Alcove!('on', '*', (event: object) => heard.chat.push({ ...event }))
    const dispatch = EventTarget.prototype.dispatchEvent
    // Records events of every name.
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event.type.startsWith('alcove:'))
        document.addEventListener(
          event.type,
          ({ detail }: CustomEventInit & Event) => heard.document.push({ ...detail }),
          { once: true, capture: true },
        )
      return dispatch.call(this, event)
    }
  })
  return () =>
    page.evaluate(
      () =>
        (window as unknown as { heard: Record<'chat' | 'document', Record<string, unknown>[]> })
          .heard,
    )
}

const namesOf = (events: readonly Record<string, unknown>[]) => events.map(({ event }) => event)

test(
  'a page sends for its person, who sees that; it hears how it goes, and no word (T08)',
  { tag: '@nightly' },
  async ({ page, chat, site }) => {
    addTagPage(site, '/sends.html', 'data-events-content="true"')
    await page.goto('/sends.html')
    await expect(chat.launcher).toBeVisible()
    const heard = await hear(page)

    const sent = await callChat(page, 'send', { text: 'say An answer', open: true })
    expect(sent).toMatchObject({ messageId: expect.any(String) })
    await expect(chat.answer).toContainText('An answer')
    await chat.settled()
    const own = chat.log.getByRole('article').first()
    await expect(own).toContainText('Sent by this page')

    await test.step('also after a reload, since the server keeps it', async () => {
      await page.reload()
      await chat.open()
      await expect(own).toContainText('Sent by this page')
      await chat.send('say Mine')
      await expect(chat.answer).toContainText('Mine')
      await chat.settled()
      await expect(chat.log.getByText('Sent by this page')).toHaveCount(1)
    })

    await test.step('the page heard of it without a word, though it asked for them', async () => {
      await hear(page)
      await chat.send('say Secret')
      await expect(chat.answer).toContainText('Secret')
      await chat.settled()
      await expect.poll(async () => namesOf((await heard()).chat)).toContain('response:end')
      const { chat: events, document } = await heard()
      const names = ['message:sent', 'response:start', 'message:received', 'response:end']
      for (const name of names) {
        expect(namesOf(events)).toContain(name)
        expect(namesOf(document)).toContain(name)
      }
      expect(JSON.stringify([events, document])).not.toContain('ecret')
    })

    await test.step('while an answer is made the page sends nothing', async () => {
      await chat.send('say Begun; wait 30s; say never')
      await expect(chat.answer).toContainText('Begun')
      expect(await callChat(page, 'send', 'say Too early')).toMatch(/^run_active/)
      await chat.button('Stop').click()
      await chat.settled()
      await expect(chat.log).not.toContainText('Too early')
    })
  },
)

test(
  'where the service lets it, a page reads the conversation that says so',
  { tag: '@nightly' },
  async ({ page, chat, readingSite }) => {
    addTagPage(readingSite, '/before.html', '')
    addTagPage(readingSite, '/reads.html', 'data-events-content="true"')
    const at = (path: string) => `http://localhost:${readingSite.port}${path}`
    const note = chat.frame.getByText('This page can read this conversation.')

    await test.step('one that was begun before stays unread', async () => {
      await page.goto(at('/before.html'))
      await chat.open()
      await expect(note).toBeHidden()
      await chat.send('say Before')
      await chat.settled()
      await page.goto(at('/reads.html'))
      await expect(chat.launcher).toBeVisible()
      const heard = await hear(page)
      await chat.open()
      await expect(chat.answer).toContainText('Before')
      await expect(note).toBeHidden()
      await chat.send('say Unread')
      await expect(chat.answer).toContainText('Unread')
      await chat.settled()
      await expect.poll(async () => namesOf((await heard()).chat)).toContain('response:end')
      expect(JSON.stringify(await heard())).not.toContain('Unread')
    })

    await test.step('one that is begun now says so, and is read by listeners only', async () => {
      const heard = await hear(page)
      await chat.startAnew()
      await expect(note).toBeVisible()
      await chat.send('say Open')
      await expect(chat.answer).toContainText('Open')
      await chat.settled()
      await expect.poll(async () => namesOf((await heard()).chat)).toContain('response:end')
      const { chat: events, document } = await heard()
      expect(events.flatMap(({ content }) => content ?? [])).toEqual(
        expect.arrayContaining([{ text: 'say Open' }, { text: 'Open' }]),
      )
      expect(JSON.stringify(document)).not.toContain('Open')
      await expect(note).toBeVisible()
    })
  },
)

test(
  'a page lists, names and deletes conversations; only the person can let it delete one',
  { tag: '@nightly' },
  async ({ page, chat, site }) => {
    addTagPage(site, '/threads.html', '')
    await page.goto('/threads.html')
    await chat.open()
    await chat.send('say First')
    await chat.settled()
    await chat.startAnew()
    await chat.send('say Second')
    await chat.settled()
    const list = async () =>
      (await callChat(page, 'threads.list')) as { threads: { id: string }[]; hasMore: boolean }

    const { threads } = await list()
    expect(threads).toHaveLength(2)
    expect(JSON.stringify(threads)).not.toMatch(/First|Second/)
    const [second, first] = threads.map(({ id }) => id)
    await callChat(page, 'threads.rename', first, 'Order 7')
    await callChat(page, 'close')
    await callChat(page, 'open', { threadId: first, view: 'thread' })
    await expect(chat.answer).toContainText('First')
    await expect(chat.frame.getByRole('heading', { name: 'Order 7' })).toBeVisible()

    for (const [press, left] of [
      ['Cancel', 2],
      ['Delete', 1],
    ] as const) {
      await callChat(page, 'close')
      const asked = callChat(page, 'threads.delete', second)
      const dialog = chat.frame.getByRole('dialog')
      await expect(dialog).toContainText('cannot be undone')
      // A press on a panel that is still sliding would miss the button.
      await page
        .locator('#panel')
        .evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)))
      await dialog.getByRole('button', { name: press, exact: true }).click()
      expect(await asked).toBe(press === 'Delete')
      await expect.poll(async () => (await list()).threads.length).toBe(left)
    }
    expect(await callChat(page, 'threads.delete', 'thread_nobody')).toMatch(/^not_found/)
  },
)

test('the page has no chat before boot and after shutdown, and a logout removes the user in every tab', async ({
  page,
  context,
  chat,
  site,
}) => {
  addTagPage(site, '/boot.html', 'data-auth="none"')
  await page.goto('/boot.html')
  const state = () => page.evaluate(() => (window.Alcove as { state?: unknown } | undefined)?.state)
  await expect.poll(state).toMatchObject({ visible: false })
  await expect(chat.launcher).toBeHidden()

  const token = createHostToken('ada', HOST_SECRET)
  await callChat(page, 'boot', { auth: { token } })
  await chat.open()
  await chat.send('say Known')
  await expect(chat.answer).toContainText('Known')
  await chat.settled()
  expect(await state()).toMatchObject({ status: 'ready', open: true, identity: 'identified' })

  await callChat(page, 'shutdown')
  await expect(chat.launcher).toBeHidden()
  expect(await state()).toMatchObject({ open: false, visible: false, identity: 'none' })
  await callChat(page, 'boot', { auth: { token } })
  await chat.open()
  await expect(chat.answer).toContainText('Known')

  const other = await context.newPage()
  await other.goto('/boot.html')
  await callChat(other, 'boot', { auth: { token } })
  await callChat(other, 'open')
  const inOther = other.frameLocator('iframe[title="Chat"]').getByRole('log', { name: 'Messages' })
  await expect(inOther).toContainText('Known')
  await callChat(page, 'logout')

  await expect(chat.log).not.toContainText('Known')
  await expect(inOther).not.toContainText('Known')

  await test.step('also where the tab that logs out has shown nothing yet', async () => {
    await callChat(other, 'boot', { auth: { token } })
    await expect(inOther).toContainText('Known')
    await page.reload()
    await callChat(page, 'boot', { auth: { token } })
    await callChat(page, 'logout')
    await expect(inOther).not.toContainText('Known')
  })
})

test('a sign-out page without a user leaves no data of the last user on the device', async ({
  page,
  chat,
  site,
}) => {
  site.add('/named.html', { html: signedInPage(createHostToken('ada', HOST_SECRET)) })
  addTagPage(site, '/left.html', 'data-auth="token"')
  const write = async (text: string) => {
    await page.goto('/named.html')
    await chat.open()
    await chat.composer.fill(text)
    await chat.button('Close').click()
  }

  await write('Half a thought')
  await page.goto('/left.html')
  await expect(chat.launcher).toBeVisible()
  await page.goto('/named.html')
  await chat.open()
  await expect(chat.composer).toHaveValue('Half a thought')

  await page.goto('/left.html')
  expect(await callChat(page, 'logout')).toBe(undefined)
  await page.goto('/named.html')
  await chat.open()
  await expect(chat.composer).toHaveValue('')
})

test(
  'a visitor who logs out is another one afterwards, in every tab',
  { tag: '@nightly' },
  async ({ page, context, chat, site }) => {
    addTagPage(site, '/leaves.html', '')
    await page.goto('/leaves.html')
    await chat.open()
    await chat.send('say Of the first visitor')
    await chat.settled()

    await callChat(page, 'logout', { keepAnonymous: true })
    await page.reload()
    await chat.open()
    await expect(chat.log).toContainText('Of the first visitor')
    const other = await context.newPage()
    await other.goto('/leaves.html')
    await callChat(other, 'open')
    const inOther = other
      .frameLocator('iframe[title="Chat"]')
      .getByRole('log', { name: 'Messages' })
    await expect(inOther).toContainText('Of the first visitor')
    await callChat(page, 'logout')
    await expect(chat.log).not.toContainText('Of the first visitor')
    await expect(inOther).not.toContainText('Of the first visitor')
    await page.reload()
    await chat.open()
    await chat.send('say Of the second visitor')
    await chat.settled()

    await expect(chat.log.getByRole('article')).toHaveCount(2)
    await expect(chat.log).not.toContainText('Of the first visitor')
  },
)

test('a person who chatted before sign-in may keep the conversation, which the page does not read then', async ({
  page,
  chat,
  readingSite,
}) => {
  addTagPage(readingSite, '/shop.html', 'data-events-content="true"')
  await page.goto(`http://localhost:${readingSite.port}/shop.html`)
  await chat.open()
  await chat.send('say Before the sign-in')
  await chat.settled()
  const note = chat.frame.getByText('This page can read this conversation.')
  await expect(note).toBeVisible()
  const card = chat.frame.getByRole('group', { name: /^You chatted here before/ })

  await test.step('not as one user', async () => {
    await callChat(page, 'identify', { token: createHostToken('bob', HOST_SECRET) })
    await expect(chat.log).not.toContainText('Before the sign-in')
    await card.getByRole('button', { name: 'No, thanks' }).click()
    await expect(card).toBeHidden()
    await expect(chat.composer).toBeFocused()
    await page.reload()
    await chat.open()
    await expect(chat.log).toContainText('Before the sign-in')
  })

  await test.step('but as another, whom the page lets decide by itself', async () => {
    await callChat(page, 'identify', {
      token: createHostToken('ada', HOST_SECRET),
      merge: 'always',
    })
    await expect(card).toBeHidden()
    await expect(chat.log).toContainText('Before the sign-in')
    await expect(note).toBeHidden()
    await chat.send('say As Ada')
    await expect(chat.answer).toContainText('As Ada')
    await chat.settled()
  })

  await test.step('as a visitor they begin with nothing', async () => {
    await page.reload()
    await chat.open()
    await chat.send('say Again without a name')
    await chat.settled()
    await expect(chat.log.getByRole('article')).toHaveCount(2)
  })
})

test(
  'the question to whoever was a visitor is theirs to answer: kept, it is all there',
  { tag: '@nightly' },
  async ({ page, chat, site }) => {
    addTagPage(site, '/keeps.html', '')
    await page.goto('/keeps.html')
    await chat.open()
    await chat.send('say Kept')
    await chat.settled()

    await callChat(page, 'identify', { token: createHostToken('keeper', HOST_SECRET) })
    const card = chat.frame.getByRole('group', { name: /^You chatted here before/ })
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: 'Keep them' }).click()

    await expect(chat.log).toContainText('Kept')
    await expect(card).toBeHidden()
    await chat.send('say Going on')
    await expect(chat.answer).toContainText('Going on')
  },
)
