import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'
import { createHostToken } from './host-token.ts'
import { addTagPage } from './tag-page.ts'

const hostToken = (subject: string, secret = HOST_SECRET) => createHostToken(subject, secret)

const page = (path: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>window.asked=[];Alcove('identify',{getToken:function(context){asked.push(context.reason);return fetch('${path}').then(function(r){return r.text()})}})</script></body></html>`

const asked = () => (globalThis as unknown as { asked: string[] }).asked

test('stores the thread for the user of the token that the page gives (6.1)', async ({
  page: tab,
  site,
  alcove,
  chat,
}) => {
  const token = hostToken('user-42')
  site.answer('/token-42', () => token)
  site.add('/identify-42.html', { html: page('/token-42') })
  const urls: string[] = []
  tab.on('request', (request) => urls.push(request.url()))
  await tab.goto('/identify-42.html')
  await chat.open()
  await chat.send('say Known to you')
  await chat.settled()

  const list = async (bearer: string) => {
    const response = await fetch(`http://localhost:${alcove.port}/v1/threads`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    return ((await response.json()) as { threads: unknown[] }).threads
  }
  expect(await list(token)).toHaveLength(1)
  expect(await list(hostToken('someone-else'))).toHaveLength(0)
  expect(await tab.evaluate(asked)).toEqual(['initial'])
  expect(urls.filter((url) => url.includes(token.slice(-20)))).toEqual([])
})

test('a token of a server whose clock is ahead is named so, with by how much, and signing in mends it', async ({
  page: tab,
  site,
  chat,
}) => {
  let aheadS = 300
  const said: string[] = []
  tab.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  site.answer('/token-ahead', () => createHostToken('user-44', HOST_SECRET, 600, aheadS))
  site.add('/identify-ahead.html', { html: page('/token-ahead') })
  await tab.goto('/identify-ahead.html')
  await chat.open()
  await chat.composer.fill('say Kept')
  await chat.composer.press('Enter')

  await expect(chat.button('Sign in again')).toBeVisible()
  await expect.poll(() => said.join('\n')).toMatch(/clock_skew.*It begins in (29\d|300) s/)

  aheadS = 0
  await chat.button('Sign in again').click()
  await expect(chat.button('Sign in again')).toHaveCount(0)
})

test('asks once more when the token is refused, and then says that signing in is needed (U40)', async ({
  page: tab,
  site,
  chat,
}) => {
  site.answer('/token-bad', () => hostToken('user-43', 'not the secret'))
  site.add('/identify-bad.html', { html: page('/token-bad') })
  await tab.goto('/identify-bad.html')
  await chat.open()
  await chat.composer.fill('say Never sent')
  await chat.composer.press('Enter')

  await expect(chat.button('Sign in again')).toBeVisible()
  const reasons = await tab.evaluate(asked)
  expect(reasons.filter((reason) => reason === 'rejected')).toHaveLength(1)
  // The draft stays, and can be sent after signing in.
  await expect(chat.composer).toHaveValue('say Never sent')
})

test('a session that ended is over as soon as a message is answered again', async ({
  page: tab,
  site,
  chat,
}) => {
  let secret = HOST_SECRET
  site.answer('/token-late', () => hostToken('user-45', secret))
  site.add('/identify-late.html', { html: page('/token-late') })
  await tab.goto('/identify-late.html')
  await chat.open()
  await chat.send('say First')
  await chat.settled()

  const expired = { status: 401, json: { error: 'token_expired', message: 'x' } }
  await tab.route('**/v1/chat', (route) => route.fulfill(expired))
  secret = 'not the secret'
  await chat.send('say Second')
  await expect(chat.button('Sign in again')).toBeVisible()

  secret = HOST_SECRET
  await tab.unroute('**/v1/chat')
  await chat.button('Try again').click()
  await chat.settled()
  await expect(chat.button('Sign in again')).toHaveCount(0)

  await chat.send('say Third')
  await chat.settled()
  await expect(chat.log).toContainText('Third')
})

test('a visitor keeps the history behind a firewall, and loses it with the session', async ({
  page,
  chat,
}) => {
  await test.step('a firewall that refuses everything for a while does not lose the history (R24)', async () => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('say Kept behind a firewall')
    await chat.settled()
    const blocked = { status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' }
    await page.route('**/v1/**', (route) => route.fulfill(blocked))
    await page.reload()
    await chat.open()
    await expect(chat.button('Try again')).toBeVisible()

    await page.unroute('**/v1/**')
    await page.reload()
    await chat.open()
    await expect(chat.log).toContainText('Kept behind a firewall')
  })

  await test.step('a visitor whose session is dead goes on in a new conversation, and is told why', async () => {
    await chat.startAnew()
    await chat.send('say First')
    await chat.settled()
    // The server's refusals after it ended a session: of the access token and of its renewal.
    const refuse = (error: string) => ({ status: 401, json: { error, message: 'Refused.' } })
    await page.route('**/v1/auth/tokens/refresh', (route) => route.fulfill(refuse('auth_failed')))
    await page.route('**/v1/chat', (route) => route.fulfill(refuse('token_expired')), { times: 1 })

    await chat.composer.fill('say Second')
    await chat.composer.press('Enter')

    const told = chat.frame.getByText(
      'The server no longer has your conversation for this browser.',
    )
    await expect(told).toBeVisible()
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await expect(chat.frame.getByText('Not sent')).toHaveCount(0)
    await expect(chat.composer).toHaveValue('say Second')
    await expect(chat.composer).toBeFocused()

    await chat.composer.press('Enter')
    await expect(chat.answer).toContainText('Second')
    await chat.settled()
    await page.unroute('**/v1/auth/tokens/refresh')
    await page.reload()
    await chat.open()
    await expect(chat.log).toContainText('Second')
    await expect(chat.log).not.toContainText('First')
  })
})

/** A page that waits to name a person, with a message typed and sent meanwhile, until the card says so. */
async function sendUnnamed(tab: Page, site: HostSite, chat: ChatPage): Promise<void> {
  addTagPage(site, '/unnamed.html', 'data-auth="token"')
  await tab.goto('/unnamed.html')
  await chat.launcher.click()
  await chat.composer.fill('say Named')
  await chat.composer.press('Enter')
  await expect(chat.frame.getByText('You are not signed in.')).toBeVisible()
  await expect(chat.composer).toHaveValue('say Named')
}

test('a page that names nobody has a card, and the message is sent once it names somebody', async ({
  page: tab,
  site,
  chat,
}) => {
  const said: string[] = []
  tab.on('console', (message) => said.push(message.text()))
  await sendUnnamed(tab, site, chat)
  await expect.poll(() => said.join('\n')).toContain('waits for identify({ getToken })')

  const token = hostToken('user-45')
  await tab.evaluate((text) => window.Alcove!('identify', { getToken: () => text }), token)

  await expect(chat.answer).toContainText('Named')
  await expect(chat.frame.getByText('You are not signed in.')).toHaveCount(0)
  await expect(chat.composer).toHaveValue('')
})

test('a page whose getToken gives null has the same card and keeps what is typed', async ({
  page: tab,
  site,
  chat,
}) => {
  const said: string[] = []
  tab.on('console', (message) => said.push(message.text()))
  addTagPage(site, '/guest.html', 'data-auth="token"')
  await tab.goto('/guest.html')
  await tab.evaluate(() => void window.Alcove!('identify', { getToken: () => null }))
  await chat.launcher.click()
  await chat.composer.fill('say ')
  await expect(chat.frame.getByText('You are not signed in.')).toBeVisible()
  await chat.composer.press('End')
  await chat.composer.pressSequentially('Named')
  await chat.composer.press('Enter')
  await expect(chat.frame.getByText('You could not be signed in.')).toHaveCount(0)
  expect(said.filter((line) => line.includes('getToken'))).toHaveLength(1)
  expect(said.join('\n')).not.toContain('Failed to load')

  const token = hostToken('user-47')
  await tab.evaluate((text) => window.Alcove!('identify', { getToken: () => text }), token)

  await expect(chat.answer).toContainText('Named')
  await expect(chat.frame.getByText('You are not signed in.')).toHaveCount(0)
})

test('a refused identify leaves card and text, and the next one sends it', async ({
  page: tab,
  site,
  chat,
}) => {
  await sendUnnamed(tab, site, chat)

  const refused = tab.evaluate(() => window.Alcove!('identify', { userId: 'ada' } as never))
  await expect(refused).rejects.toThrow('This names nobody')
  await expect(chat.frame.getByText('You are not signed in.')).toBeVisible()
  await expect(chat.composer).toHaveValue('say Named')

  const token = hostToken('user-46')
  await tab.evaluate((text) => window.Alcove!('identify', { getToken: () => text }), token)

  await expect(chat.answer).toContainText('Named')
  await expect(chat.frame.getByText('You are not signed in.')).toHaveCount(0)
  await expect(chat.composer).toHaveValue('')
})
