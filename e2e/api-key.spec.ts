import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { runOperator, startAlcove, type AlcoveServer } from './alcove-server.ts'
import { expect, test as base } from './fixtures.ts'
import { readFrameStorage } from './frame-storage.ts'

/** In the format of real keys: the first is refused because of its prefix, the second is unknown. */
const SERVER_KEY = `sk_${'s'.repeat(43)}`
const UNKNOWN_KEY = `pk_${'u'.repeat(43)}`

interface KeyWorld {
  readonly alcove: AlcoveServer
  readonly browserKey: string
  stop(): Promise<void>
}

/** A service whose operator has created a key for pages. */
async function startKeyWorld(modelUrl: string): Promise<KeyWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-keys-'))
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: modelUrl }
  const alcove = await startAlcove({ env, dataDir })
  const line = 'key create --project default --scope browser --json'
  const made = await runOperator(dataDir, ...line.split(' '))
  return {
    alcove,
    browserKey: (JSON.parse(made) as { key: string }).key,
    async stop() {
      await alcove.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ readonly keyWorld: KeyWorld; readonly browserKey: string }>({
  keyWorld: async ({ shared, model }, use) =>
    use(await shared('alcove with keys', () => startKeyWorld(model.url))),
  alcove: async ({ keyWorld }, use) => use(keyWorld.alcove),
  browserKey: async ({ keyWorld }, use) => use(keyWorld.browserKey),
})

const tag = (attributes: string, body = '') =>
  `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><main><h1>Host</h1></main>
  <script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
  <script async src="{{ALCOVE_ORIGIN}}/alcove.js" ${attributes}></script>${body}</html>`

const keyOf = (apiKey: string, userId = 'ada') =>
  `data-api-key="${apiKey}" data-user-id="${userId}" data-workspace-id="shop"`

/** Records the page's console and its requests to the service. */
function listen(page: Page, port: number) {
  const said: string[] = []
  const asked: Request[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('request', (request) => {
    if (new URL(request.url()).port === String(port)) asked.push(request)
  })
  const pathsOf = () => asked.map((request) => new URL(request.url()).pathname)
  return { said, asked, pathsOf }
}

test('a browser’s key speaks for the user whom the page names, and is kept in memory only (6.3)', async ({
  page,
  chat,
  site,
  alcove,
  browserKey,
}) => {
  const { said, asked, pathsOf } = listen(page, alcove.port)
  site.add('/key.html', { html: tag(keyOf(browserKey)) })
  await page.goto('/key.html')
  await chat.open()
  await chat.send('say Good morning, Ada')
  await expect(chat.answer).toContainText('Good morning, Ada')
  await chat.settled()

  const calls = () => asked.filter((request) => request.url().includes('/v1/'))
  await expect.poll(() => calls().length).toBeGreaterThan(1)
  for (const request of calls()) {
    expect(await request.allHeaders()).toMatchObject({
      authorization: `Bearer ${browserKey}`,
      'aui-user-id': 'ada',
      'aui-workspace-id': 'shop',
    })
  }
  expect(pathsOf()).not.toContain('/v1/auth/tokens/anonymous')
  expect(asked.map((request) => request.url()).join()).not.toContain(browserKey)
  expect(said.join('\n')).not.toContain(browserKey)
  expect(await readFrameStorage(page, `http://localhost:${alcove.port}`)).not.toContain(browserKey)
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(browserKey)

  await page.reload()
  await chat.open()
  await expect(chat.log).toContainText('Good morning, Ada')
  const identify = (userId: string, workspaceId: string) => {
    const user = JSON.stringify({ apiKey: browserKey, userId, workspaceId })
    return page.evaluate(`Alcove('identify', ${user})`)
  }
  // A workspace owns its conversations: a user of another workspace with the same key has others.
  await identify('bob', 'library')
  await expect(chat.log).not.toContainText('Good morning, Ada')
  await chat.send('say Good morning, Bob')
  await expect(chat.answer).toContainText('Good morning, Bob')
  await identify('ada', 'shop')
  await expect(chat.log).toContainText('Good morning, Ada')
})

test('a server’s key is refused with the reason, and leaves the page nowhere', async ({
  page,
  chat,
  site,
  alcove,
}) => {
  const { said, asked, pathsOf } = listen(page, alcove.port)
  site.add('/secret.html', { html: tag(keyOf(SERVER_KEY)) })
  await page.goto('/secret.html')

  await expect.poll(() => said.join('\n')).toContain('everybody can read what is in it')
  const reason = await page.evaluate(`Alcove('open').catch(String)`)

  expect(reason).toContain('A page takes keys of browsers only')
  await expect(chat.launcher).toBeHidden()
  await expect
    .poll(() => pathsOf().toSorted())
    .toEqual(['/alcove-debug.js', '/alcove-extras.js', '/alcove-panel.js', '/alcove.js'])
  expect([...said, ...asked.map((request) => request.url())].join()).not.toContain(SERVER_KEY)
})

test(
  'part of a key is an error, and no chat without a name (5.1)',
  { tag: '@nightly' },
  async ({ page, chat, site, alcove }) => {
    const { said, pathsOf } = listen(page, alcove.port)
    site.add('/part.html', { html: tag('data-user-id="ada"') })
    await page.goto('/part.html')

    await expect
      .poll(() => said.join('\n'))
      .toContain('Must provide authToken, apiKey, or anonymous configuration')
    await expect(chat.launcher).toBeHidden()
    expect(pathsOf()).not.toContain('/frame')

    // Positive control: a tag without credentials belongs to an anonymous visitor.
    site.add('/none.html', { html: tag('') })
    await page.goto('/none.html')
    await chat.open()
    await chat.send('say Hello')
    await expect(chat.answer).toContainText('Hello')
    await expect.poll(() => pathsOf()).toContain('/v1/auth/tokens/anonymous')
  },
)

test(
  'a key that the service does not know ends in a card, not in a chat without a name',
  { tag: '@nightly' },
  async ({ page, chat, site, alcove }) => {
    const { said, pathsOf } = listen(page, alcove.port)
    site.add('/unknown.html', { html: tag(keyOf(UNKNOWN_KEY)) })
    await page.goto('/unknown.html')
    await chat.open()

    await expect(chat.button('Sign in again')).toBeVisible()
    await expect.poll(() => pathsOf()).toContain('/v1/threads')
    expect(pathsOf()).not.toContain('/v1/auth/tokens/anonymous')
    await expect.poll(() => said.join('\n')).toContain('Unknown or expired API key')
    expect(said.join('\n')).not.toContain(UNKNOWN_KEY)
  },
)
