import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { readFrameStorage } from './frame-storage.ts'
import { createHostToken } from './host-token.ts'
import type { HostSite } from './host-site.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const CALLS = IS_LONG ? 200 : 8
const CHARACTERS = IS_LONG ? 2_000 : 120
/** A word in every text of the earlier user. */
const SECRET = 'marmalade'
const SLOW_TOKEN_MS = 3_000
/** Delay after which a conversation is covered. */
const COVERED_AFTER_MS = 300

/** A page that can identify a user at any time, like scripts that run on each page view. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>window.nameOne=function(token,ms){return window.named=Alcove('identify',{getToken:function(){return new Promise(function(r){setTimeout(r,ms||0,token)})}}).catch(function(){})};nameOne('TOKEN')</script></body></html>`

const tokenOf = (name: string) => createHostToken(name, HOST_SECRET)

/** Calls `identify` without waiting for it. */
const identify = (page: Page, token: string | null, delayMs = 0) =>
  page.evaluate(
    ([given, ms]) => {
      const named = globalThis as unknown as { nameOne(token: unknown, ms: unknown): unknown }
      named.nameOne(given, ms)
    },
    [token, delayMs] as const,
  )

async function visit(page: Page, site: HostSite, name: string): Promise<void> {
  const path = `/again-${name}.html`
  site.add(path, { html: PAGE.replace('TOKEN', tokenOf(name)) })
  await page.goto(`http://localhost:${site.port}${path}`)
}

/** Waits until the frame was notified of the last call; earlier keys belong to the earlier user. */
const isHeard = (page: Page) =>
  page.evaluate(async () => {
    await (globalThis as unknown as { Alcove(name: string): Promise<unknown> }).Alcove('stop')
  })

/** Waits until the server has confirmed the user of the last call. */
const isNamed = (page: Page) =>
  page.evaluate(async () => void (await (globalThis as unknown as { named: unknown }).named))

/** A seeded generator, with the same numbers in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const pause = (page: Page, ms: number) =>
  page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), ms)

test(`${CALLS} calls of identify for the same person lose none of ${CHARACTERS} characters, in the composer, an edit, a search @long`, async ({
  page,
  chat,
  site,
}) => {
  test.setTimeout(15 * 60_000)
  await visit(page, site, 'cleo')
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
  const random = createRandom(7)
  const text = Array.from({ length: CHARACTERS }, () => 'abcdefghij klmnop'[random(17)]).join('')
  await chat.composer.focus()

  const typing = new AbortController()
  const naming = (async () => {
    let calls = 0
    while (!typing.signal.aborted || calls < CALLS) {
      // Some tokens are so slow that the conversation is covered meanwhile.
      await identify(page, tokenOf('cleo'), random(4) === 0 ? 200 + random(300) : random(60))
      calls += 1
      await pause(page, random(IS_LONG ? 90 : 150))
    }
    return calls
  })()
  for (const key of text) {
    await page.keyboard.type(key)
    if (random(10) === 0) await pause(page, random(40))
  }
  typing.abort()
  const calls = await naming

  const value = await chat.composer.inputValue()
  const lost = value === text ? 0 : text.length - value.length
  console.log(`figure: ${calls} identify calls, ${text.length} characters typed, ${lost} lost`)
  expect(value).toBe(text)
  await expect(chat.log).toContainText('Before')

  // Sent completely once the server has confirmed the user.
  await chat.composer.fill('say Sent')
  await identify(page, tokenOf('cleo'), 400)
  await chat.composer.press('Enter')
  await chat.settled()
  await expect(chat.answer).toContainText('Sent')

  await chat.log.getByRole('article').first().hover()
  await chat.log.getByRole('button', { name: 'Edit' }).first().click()
  const edit = chat.log.getByRole('textbox')
  await edit.fill('')
  for (const part of ['one ', 'two ', 'three']) {
    await identify(page, tokenOf('cleo'), 600)
    for (const key of part) {
      await page.keyboard.type(key)
      await pause(page, 100)
    }
  }
  await expect(edit).toHaveValue('one two three')
})

const shownIn = (chat: ChatPage) =>
  chat.frame.locator('html').evaluate((root) => {
    const fields = [...root.querySelectorAll('textarea, input')] as HTMLInputElement[]
    return `${root.textContent} ${fields.map(({ value }) => value).join(' ')}`
  })

test(`${CALLS} calls of identify for another person leave nothing of the one before, and keep what was typed since @long`, async ({
  page,
  chat,
  site,
  alcove,
}) => {
  test.setTimeout(CALLS * 40_000)
  const origin = `http://localhost:${alcove.port}`
  const random = createRandom(11)
  const figures = { uncovered: 0, left: 0, lost: 0 }
  await visit(page, site, 'first-0')
  await chat.open()
  for (let round = 1; round <= CALLS; round += 1) {
    await chat.send(`say ${SECRET} ${round}`)
    await chat.settled()
    await chat.composer.focus()
    await page.keyboard.type(`${SECRET} draft`)
    // Some texts are typed in the middle of the existing text.
    const isMiddle = random(3) === 0
    if (isMiddle) for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
    await pause(page, random(500))
    const isSlow = round % 2 === 0
    const typed = `new words ${round}`

    await identify(page, tokenOf(`person-${round}`), isSlow ? SLOW_TOKEN_MS : 0)
    await isHeard(page)
    if (isSlow) {
      await page.keyboard.type(typed, { delay: 20 })
      await pause(page, COVERED_AFTER_MS)
      const tree = await chat.frame.locator('body').ariaSnapshot()
      const isSeen = await chat.log.getByText(`${SECRET} ${round}`).first().isVisible()
      // Typed text stays in the field until the server has confirmed the next user.
      const others = tree.split('\n').filter((line) => !line.includes('textbox'))
      if (isSeen || others.join('\n').includes(SECRET)) figures.uncovered += 1
    } else {
      await page.keyboard.type(typed)
    }

    await isNamed(page)
    const tree = await chat.frame.locator('body').ariaSnapshot()
    const whole = `${await shownIn(chat)}\n${tree}`
    const kept = expect.poll(() => readFrameStorage(page, origin))
    const isKept = await kept.not.toContain(SECRET).then(
      () => false,
      () => true,
    )
    if (whole.includes(SECRET) || isKept) figures.left += 1
    const value = await chat.composer.inputValue()
    if (value !== typed) {
      figures.lost += 1
      console.log(`round ${round}: ${JSON.stringify(value)} in place of ${JSON.stringify(typed)}`)
    }
    await chat.composer.fill('')
  }

  console.log(
    `figure: ${CALLS} times another person: ${figures.uncovered} not covered, ${figures.left} left something, ${figures.lost} lost words`,
  )
  expect(figures).toEqual({ uncovered: 0, left: 0, lost: 0 })
})
