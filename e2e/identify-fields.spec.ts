import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { readFrameStorage } from './frame-storage.ts'
import type { HostSite } from './host-site.ts'
import { createHostToken } from './host-token.ts'

/** A token so slow that the conversation is covered meanwhile. */
const SLOW_TOKEN_MS = 1_500

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>window.nameOne=function(token,ms){return window.named=Alcove('identify',{getToken:function(){return new Promise(function(r){setTimeout(r,ms||0,token)})}}).catch(function(){})};nameOne('TOKEN');
Alcove('tool','pick_size',{description:'Asks',parameters:{type:'object'},approval:'never',run:function(a,c){return c.human({message:'Which size?'})}})</script></body></html>`

const tokenOf = (name: string) => createHostToken(name, HOST_SECRET)

/** Identifies a user; `act` runs before the server has confirmed them. */
async function whileNamed(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(
    ([token, ms]) => {
      const scope = globalThis as unknown as { nameOne(token: unknown, ms: unknown): unknown }
      scope.nameOne(token, ms)
    },
    [tokenOf(name), SLOW_TOKEN_MS] as const,
  )
  await act()
  await page.evaluate(async () => void (await (globalThis as unknown as { named: unknown }).named))
}

async function begin(page: Page, site: HostSite, chat: ChatPage, testId: string): Promise<void> {
  site.add(`/fields-${testId}.html`, { html: PAGE.replace('TOKEN', tokenOf(testId)) })
  await page.goto(`/fields-${testId}.html`)
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
}

test('a repeated identify keeps what is typed into any field, and where one is', async ({
  page,
  chat,
  site,
}, { testId }) => {
  await begin(page, site, chat, testId)
  const covered = chat.frame.locator('.app[data-covered="true"]')
  const article = chat.log.getByRole('article').first()

  await test.step('caret and selection in the composer', async () => {
    await chat.composer.fill('one three')
    await chat.composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4))
    await whileNamed(page, testId, async () => {
      await expect(covered).toHaveCount(1)
      await expect(article).toBeHidden()
      await page.keyboard.type('two ')
      await page.keyboard.press('Shift+End')
    })
    await expect(covered).toHaveCount(0)
    await expect(article).toBeVisible()
    await page.keyboard.type('four')
    await expect(chat.composer).toHaveValue('one two four')
  })

  await test.step('a running composition of an input method', async () => {
    await chat.composer.fill('')
    const session = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await compose('n')
    await compose('に')
    await whileNamed(page, testId, async () => {
      await expect(covered).toHaveCount(1)
      await compose('にほ')
    })
    await compose('にほん')
    await session.send('Input.insertText', { text: '日本' })
    await expect(chat.composer).toHaveValue('日本')
  })

  await test.step('a chosen file', async () => {
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    const buffer = Buffer.from('text')
    await (await choosing).setFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer }])
    await whileNamed(page, testId, () => expect(covered).toHaveCount(1))
    await expect(chat.frame.getByRole('list').filter({ hasText: 'a.txt' })).toBeVisible()
    await chat.frame.getByRole('button', { name: /Remove a\.txt/ }).click()
    await chat.composer.fill('')
  })

  await test.step('the answer to a question of a tool', async () => {
    await chat.send('tool pick_size {}; next; say Thanks')
    const field = chat.log.getByRole('textbox', { name: 'Your answer' })
    await field.fill('lar')
    await whileNamed(page, testId, async () => {
      await expect(covered).toHaveCount(1)
      await page.keyboard.type('ge')
    })
    await page.keyboard.type('r')
    await expect(field).toHaveValue('larger')
    await page.keyboard.press('Enter')
    await expect(chat.answer).toContainText('Thanks')
    await chat.settled()
  })

  await test.step('a name of a conversation, a search, and the focus on a button', async () => {
    await chat.button('Conversations').click()
    const list = chat.frame.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('searchbox').fill('Bef')
    await whileNamed(page, testId, async () => {
      await expect(covered).toHaveCount(1)
      await page.keyboard.type('ore')
    })
    await expect(list.getByRole('searchbox')).toHaveValue('Before')
    await expect(list.getByRole('searchbox')).toBeFocused()
    await list.getByRole('searchbox').fill('')
    await list
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await chat.frame.getByRole('menuitem', { name: 'Rename' }).click()
    const name = list.getByRole('textbox', { name: /name/i })
    await expect(name).toBeFocused()
    await page.keyboard.press('End')
    await whileNamed(page, testId, async () => {
      await expect(covered).toHaveCount(1)
      await page.keyboard.type(' again')
    })
    await expect(name).toHaveValue(/ again$/)
    await page.keyboard.press('Enter')
    await expect(list).toContainText(' again')
    const back = list.getByRole('button').first()
    await back.focus()
    await whileNamed(page, testId, () => expect(covered).toHaveCount(1))
    await expect(back).toBeFocused()
  })
})

test('an answer goes on while the same person is named again, and the panel is shut and opened', async ({
  page,
  chat,
  site,
}, { testId }) => {
  await begin(page, site, chat, testId)
  await chat.send('say One; wait 1s; say Two; wait 1s; say Three')
  await expect(chat.answer).toContainText('One')

  await whileNamed(page, testId, async () => {
    await chat.composer.fill('Typed')
    await chat.button('Close').click()
    await chat.launcher.click()
    await expect(chat.composer).toHaveValue('Typed')
  })

  await chat.settled()
  await expect(chat.answer).toContainText('OneTwoThree')
  await expect(chat.composer).toHaveValue('Typed')
})

const VISITOR_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default"></script></body></html>`

for (const isKept of [true, false])
  test(`a visitor who is named and ${isKept ? 'keeps' : 'declines'} their conversations finds older words ${isKept ? 'again' : 'nowhere'}, and new ones in any case`, async ({
    page,
    chat,
    site,
    alcove,
  }, { testId }) => {
    const origin = `http://localhost:${alcove.port}`
    site.add(`/visitor-${testId}.html`, { html: VISITOR_PAGE })
    await page.goto(`/visitor-${testId}.html`)
    await chat.open()
    await chat.send('say Hello')
    await chat.settled()
    await chat.composer.fill('Older words')
    await expect.poll(() => readFrameStorage(page, origin)).toMatch(/text: Older words/)
    await page.reload()
    await chat.open()
    await expect(chat.composer).toHaveValue('Older words')
    await chat.composer.press('End')
    await page.keyboard.type(', newer ones')

    await page.evaluate(
      async (token) => {
        const { Alcove } = globalThis as unknown as {
          Alcove(name: string, given: object): Promise<unknown>
        }
        await Alcove('identify', { getToken: () => token })
      },
      tokenOf(`visitor-${testId}`),
    )

    await expect(chat.composer).toHaveValue(', newer ones')
    await expect.poll(() => readFrameStorage(page, origin)).toMatch(/text: Older words(?!,)/)
    await chat.frame
      .getByRole('group', { name: /^You chatted here/ })
      .getByRole('button', { name: isKept ? 'Keep them' : 'No, thanks' })
      .click()

    // Older text stays with its conversation, which now belongs to the user.
    const kept = expect.poll(async () => {
      const storage = await readFrameStorage(page, origin)
      return [storage.includes('visitor'), storage.includes('Older words')]
    })
    await kept.toEqual([false, isKept])
    // The conversation that was taken over is shown; newer text stays in the conversation in which it was
    // typed.
    await expect(chat.composer).toHaveValue(isKept ? 'Older words' : ', newer ones')
    await expect.poll(() => readFrameStorage(page, origin)).toContain(', newer ones')
  })
