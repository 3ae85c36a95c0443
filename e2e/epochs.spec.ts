import type { BrowserContext, Page } from '@playwright/test'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { readFrameStorage } from './frame-storage.ts'
import { createHostToken } from './host-token.ts'
import type { HostSite } from './host-site.ts'

const MOMENTS = process.env['ALCOVE_TEST_LONG'] === '1' ? 200 : 3
/** A word in every text of the first user. */
const SECRET = 'marmalade'

/** A host page that can identify a user at any time; `{{WHO}}` is the initial one. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>window.signIn=function(token){return Alcove('identify',{getToken:function(){return new Promise(function(r){setTimeout(r,window.tokenDelay||0,token)})}}).catch(function(){})};signIn('TOKEN')</script></body></html>`

interface World {
  readonly page: Page
  readonly chat: ChatPage
  readonly context: BrowserContext
  readonly site: HostSite
  readonly origin: string
}

const identify = (page: Page, token: string | null) =>
  page.evaluate(
    (given) => (globalThis as unknown as { signIn(token: string | null): unknown }).signIn(given),
    token,
  )

const tokenOf = (name: string) => createHostToken(name, HOST_SECRET)

async function visit(
  { page, site }: Pick<World, 'page' | 'site'>,
  name: string,
  token = tokenOf(name),
): Promise<string> {
  const path = `/epoch-${name}.html`
  site.add(path, { html: PAGE.replace('TOKEN', token) })
  const url = `http://localhost:${site.port}${path}`
  await page.goto(url)
  return url
}

/** Everything that can be read from the frame: its texts and its storage. */
async function everything({ page, chat, origin }: Omit<World, 'site' | 'context'>) {
  const shown = await chat.frame
    .locator('html')
    .evaluate((root) => `${root.textContent} ${root.querySelector('textarea')?.value ?? ''}`)
  return `${shown}\n${await readFrameStorage(page, origin)}`
}

test('somebody else finds nothing of whoever chatted before, in this tab or another', async ({
  page,
  context,
  chat,
  site,
  alcove,
}) => {
  const origin = `http://localhost:${alcove.port}`
  const url = await visit({ page, site }, 'ada')
  await chat.open()
  await chat.send(`say ${SECRET} answer`)
  await chat.settled()
  const other = await context.newPage()
  await other.goto(url)
  const otherChat = createChatPage(other)
  await otherChat.open()
  await expect(otherChat.log).toContainText(SECRET)
  await page.bringToFront()
  await chat.composer.fill(`${SECRET} draft`)
  await context.setOffline(true)
  await chat.composer.press('Enter')
  await chat.composer.fill(`${SECRET} once more`)
  await expect
    .poll(() => readFrameStorage(page, origin))
    .toMatch(
      new RegExp(`${SECRET} draft[^]*${SECRET} once more|${SECRET} once more[^]*${SECRET} draft`),
    )
  await context.setOffline(false)

  await identify(page, tokenOf('ben'))

  await expect(chat.log.getByRole('article')).toHaveCount(0)
  await expect(otherChat.button('Sign in again')).toBeVisible()
  await expect(otherChat.frame.getByText('You signed out in another tab.')).toBeVisible()
  for (const [tab, inside] of [
    [page, chat],
    [other, otherChat],
  ] as const) {
    await expect.poll(() => everything({ page: tab, chat: inside, origin })).not.toContain(SECRET)
  }
  // Signing in again shows the threads on the server.
  await otherChat.button('Sign in again').click()
  await expect(otherChat.log).toContainText(`${SECRET} answer`)
})

test(
  'a page that names the same person again keeps what is typed',
  { tag: '@nightly' },
  async ({ page, chat, site }) => {
    await visit({ page, site }, 'cleo')
    await chat.open()
    await chat.send('say Before')
    await chat.settled()
    await chat.composer.fill('Half a thought')
    await expect.poll(() => page.frames().length).toBe(2)
    // The draft is stored after a pause in typing.
    const origin = new URL(page.frames()[1]!.url()).origin
    await expect.poll(() => readFrameStorage(page, origin)).toContain('Half a thought')

    await identify(page, tokenOf('cleo'))

    await expect(chat.log).toContainText('Before')
    await expect(chat.composer).toHaveValue('Half a thought')
  },
)

/** Activities of the first user when the user changes. */
const DEEDS = ['stream', 'type', 'upload', 'queue', 'load', 'refresh', 'tab'] as const
/** So short that the token is requested again before each call. */
const SHORT_LIFE_S = 25

test(`${MOMENTS} switches of the user at any moment leave nothing of the first @long`, async ({
  page,
  chat,
  site,
  alcove,
  context,
}) => {
  test.setTimeout(MOMENTS * 60_000)
  const origin = `http://localhost:${alcove.port}`
  let left = 0
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    const deed = DEEDS[moment % DEEDS.length]
    const token = createHostToken(
      `first-${moment}`,
      HOST_SECRET,
      deed === 'refresh' ? SHORT_LIFE_S : undefined,
    )
    const url = await visit({ page, site }, `first-${moment}`, token)
    await chat.open()
    await chat.send(`say ${SECRET} begins`)
    await chat.settled()
    if (deed === 'stream') await chat.send(`say ${SECRET} begins; wait 1s; say ${SECRET} goes on`)
    if (deed === 'queue') {
      await context.setOffline(true)
      await chat.send(`say ${SECRET} waits`)
    }
    if (deed === 'upload') {
      const choosing = page.waitForEvent('filechooser')
      await chat.button('Attach files').click()
      const buffer = Buffer.from(`${SECRET} file`)
      await (await choosing).setFiles([{ name: `${SECRET}.txt`, mimeType: 'text/plain', buffer }])
    }
    if (deed === 'load') {
      await page.reload()
      await chat.open()
    }
    if (deed === 'refresh') {
      await page.evaluate(() => Reflect.set(globalThis, 'tokenDelay', 600))
      await chat.send(`say ${SECRET} refreshed`)
    }
    const other = deed === 'tab' ? await context.newPage() : undefined
    const otherChat = other && createChatPage(other)
    if (other && otherChat) {
      await other.goto(url)
      await otherChat.open()
      await expect(otherChat.log).toContainText(SECRET)
      await otherChat.composer.fill(`${SECRET} elsewhere`)
      await page.bringToFront()
    }
    await chat.composer.fill(`${SECRET} draft`)
    // A random moment between the first key and the last write.
    await page.evaluate(
      (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      (moment * 137) % 900,
    )

    await identify(page, moment % 3 === 0 ? null : tokenOf(`second-${moment}`))
    await context.setOffline(false)

    const worlds = [{ page, chat, origin }]
    if (other && otherChat) worlds.push({ page: other, chat: otherChat, origin })
    for (const world of worlds) {
      const clean = expect.poll(() => everything(world))
      await clean.not.toContain(SECRET).catch(() => {
        left += 1
      })
    }
    await other?.close()
  }

  console.log(`figure: ${MOMENTS} switches of the user, ${left} of them left something behind`)
  expect(left).toBe(0)
})
