import type { Page } from '@playwright/test'
import type { AlcoveServer } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { startFaultProxy, type FaultProxy } from './faults/start-fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

/** Shorter than the delay after which the chat shows that it is reconnecting. */
const QUIET_MS = 1_900
/** Longest retry interval; no event tells the browser that a server is back. */
const LONGEST_WAIT_MS = 30_000

/** The answer to the first message, whose text is its script. */
const answerOf = ({ log }: ChatPage) => log.getByRole('article').nth(1)
const keysOf = (page: Page) => page.evaluate(() => Object.keys(sessionStorage))
const wordsOf = (text: string) => text.match(/word\d+/g) ?? []
const allWords = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1}`)

const proxies: FaultProxy[] = []
test.afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop()
})

/** A host page whose chat reaches its server through a network that the test can interrupt. */
async function breakable(
  path: string,
  { alcove, site }: { alcove: Pick<AlcoveServer, 'port'>; site: HostSite },
): Promise<FaultProxy> {
  const proxy = await startFaultProxy({ port: alcove.port })
  proxies.push(proxy)
  const source = `http://localhost:${proxy.port}/alcove.js`
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Breakable</title>'
  site.add(path, { html: `${head}<main></main><script src="${source}" defer></script></html>` })
  return proxy
}

test('an answer goes on, or is stopped, after a reload and on other pages', async ({
  chat,
  model,
  page,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await test.step('an answer goes on after a reload, from where it was (R03, U25)', async () => {
    await chat.send('say One two; hold reload-1; json " three"; hold reload-2; json " four"')
    await expect(answerOf(chat)).toContainText('One two')

    await page.reload()
    model.release('reload-1')
    await chat.open()
    await expect(answerOf(chat)).toContainText('One two three')
    await expect(chat.button('Stop')).toBeVisible()
    model.release('reload-2')

    await expect(answerOf(chat)).toContainText('One two three four')
    await chat.settled()
    await expect(chat.log.getByRole('article')).toHaveCount(2)
  })

  await test.step('stops an answer after a reload, for good', async () => {
    await chat.startAnew()
    await chat.send('say Only this; hold stop-reload; json " and more"')
    await expect(answerOf(chat)).toContainText('Only this')
    const request = await model.requestWith('stop-reload')
    await page.reload()
    await chat.open()
    await expect(answerOf(chat)).toContainText('Only this')

    await chat.button('Stop').click()

    await chat.settled()
    expect(await request.closed).toBe('aborted')
    await expect(chat.log).toContainText('Stopped')
    await page.reload()
    await chat.open()
    await expect(answerOf(chat)).toContainText('Only this')
    await expect(answerOf(chat)).not.toContainText('and more')
  })

  await test.step('the next page of the site says that it is answered, and has the answer (A55)', async () => {
    await chat.startAnew()
    await expect.poll(() => keysOf(page)).toEqual([])
    await chat.send('say Begun here; hold next-1; json " and ended there"')
    await expect(answerOf(chat)).toContainText('Begun here')
    await expect.poll(() => keysOf(page)).toEqual(['alcove:running:default'])

    await page.goto('/strict-csp.html')
    await expect(
      page.getByRole('button', { name: 'Open chat, answering', exact: true }),
    ).toBeVisible()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await expect(chat.composer).toBeHidden()
    model.release('next-1')
    await expect(
      page.getByRole('button', { name: 'Open chat, new answer', exact: true }),
    ).toBeVisible()

    await chat.open()
    await expect.poll(() => keysOf(page)).toEqual([])
    await expect(answerOf(chat)).toContainText('Begun here and ended there')
    await chat.settled()
    await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(0)
  })

  await test.step('an answer that ended between two pages is news on the next one', async () => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.startAnew()
    await chat.send('say Left; hold between-1; json " behind"')
    await expect(answerOf(chat)).toContainText('Left')
    const request = await model.requestWith('between-1')

    await page.goto('about:blank')
    model.release('between-1')
    expect(await request.closed).toBe('finished')
    await page.goto('/bare.html')

    await expect(
      page.getByRole('button', { name: 'Open chat, new answer', exact: true }),
    ).toBeVisible()
    await chat.open()
    await expect(answerOf(chat)).toContainText('Left behind')
  })
})

test('a stream that the network breaks is found again', async ({
  chat,
  context,
  model,
  page,
  alcove,
  site,
}) => {
  // Without an event the reconnection is retried at random intervals, which may take a while.
  test.slow()
  const proxy = await breakable('/broken.html', { alcove, site })
  await page.goto('/broken.html')
  await chat.open()
  await test.step('a stream that is cut again and again loses no word and doubles none (U38)', async () => {
    await chat.send('tokens 240 60')

    for (const word of ['word20 ', 'word60 ', 'word100 ', 'word150 ']) {
      await expect(answerOf(chat)).toContainText(word)
      proxy.endAll('reset')
    }

    await expect(answerOf(chat)).toContainText('word240')
    await chat.settled()
    expect(wordsOf(await answerOf(chat).innerText())).toEqual(allWords(240))
    expect(proxy.ended).toBeGreaterThanOrEqual(4)
  })

  await test.step('an answer goes on after the network was away, and says so meanwhile', async () => {
    await chat.startAnew()
    await chat.send('say Before; hold offline-1; json " during"; hold offline-2; json " after"')
    await expect(answerOf(chat)).toContainText('Before')

    // The browser blocks new calls but keeps open streams, so the network resets those.
    await context.setOffline(true)
    proxy.endAll('reset')
    await expect(chat.frame.getByRole('status').getByText('You are offline.')).toBeVisible()
    model.release('offline-1')
    await expect(chat.button('Stop')).toBeVisible()
    await expect(answerOf(chat)).not.toContainText('during')
    await context.setOffline(false)
    await expect(answerOf(chat)).toContainText('Before during')
    model.release('offline-2')

    await expect(answerOf(chat)).toContainText('Before during after')
    await chat.settled()
  })

  await test.step('says after two seconds that it looks for a lost stream, and stops saying so (U38)', async () => {
    await chat.startAnew()
    await chat.send('say Before; hold down-1; json " after"')
    await expect(answerOf(chat)).toContainText('Before')
    const notice = chat.frame.getByRole('status').getByText('Reconnecting…')

    const since = Date.now()
    await proxy.setDown(true)
    await expect(notice).toBeVisible()
    expect(Date.now() - since).toBeGreaterThan(QUIET_MS)
    await expect(chat.button('Stop')).toBeVisible()
    await proxy.setDown(false)
    model.release('down-1')

    await expect(answerOf(chat)).toContainText('Before after', { timeout: LONGEST_WAIT_MS })
    await expect(notice).toHaveCount(0)
    await chat.settled()
  })
})

test(
  'an answer goes on in tabs that were frozen or closed',
  { tag: '@nightly' },
  async ({ chat, context, model, page }) => {
    await test.step('an answer goes on in a tab that was frozen (R04)', async () => {
      await page.goto('/bare.html')
      await chat.open()
      await chat.send('say Before; hold frozen-1; json " during"; hold frozen-2; json " after"')
      await expect(answerOf(chat)).toContainText('Before')
      const tab = await context.newCDPSession(page)

      await tab.send('Page.setWebLifecycleState', { state: 'frozen' })
      model.release('frozen-1')
      await tab.send('Page.setWebLifecycleState', { state: 'active' })
      await expect(answerOf(chat)).toContainText('Before during')
      model.release('frozen-2')

      await expect(answerOf(chat)).toContainText('Before during after')
      await chat.settled()
    })

    await test.step('an answer goes on in a tab that is opened after its own was closed (R03, U25)', async () => {
      await chat.startAnew()
      await chat.send('say Here; hold closed-1; json " and there"')
      await expect(answerOf(chat)).toContainText('Here')
      await page.close()

      const later = await context.newPage()
      await later.goto('/bare.html')
      const laterChat = createChatPage(later)
      await laterChat.open()
      await expect(answerOf(laterChat)).toContainText('Here')
      await expect(laterChat.button('Stop')).toBeVisible()
      model.release('closed-1')

      await expect(answerOf(laterChat)).toContainText('Here and there')
      await laterChat.settled()
    })
  },
)
