import { callChat } from '../call-chat.ts'
import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken } from '../host-token.ts'
import { action } from '../messages.ts'
import { addTagPage } from '../tag-page.ts'
import { expect, test } from './recorded-test.ts'

const TAG = 'data-links="page" data-header-action="Call us"'

test(
  'a page of another origin hears of a conversation, from opening to hiding',
  { tag: '@nightly' },
  async ({ page, site, chat, recorded }) => {
    const origin = `http://localhost:${site.port}`
    addTagPage(site, '/hears.html', TAG)
    await page.goto('/hears.html')
    await chat.open()
    await chat.button('Call us').click()
    await callChat(page, 'hide')
    await callChat(page, 'show')

    const buffer = Buffer.from('Some words')
    const attach = async (name: string, mimeType: string) => {
      const choosing = page.waitForEvent('filechooser')
      await chat.button('Attach files').click()
      await (await choosing).setFiles([{ name, mimeType, buffer }])
    }
    await page.route('**/generate-presigned-upload-url', (route) => route.abort())
    await attach('lost.txt', 'text/plain')
    await expect(chat.frame.getByRole('button', { name: 'Upload lost.txt again' })).toBeVisible()
    await page.unroute('**/generate-presigned-upload-url')
    await chat.frame.getByRole('button', { name: 'Remove lost.txt' }).click()
    await attach('notes.txt', 'text/plain')
    await chat.send(`say See [the shop](${origin}/hears.html#top)`)
    await chat.settled()
    await chat.button('Good answer').click()
    await callChat(page, 'threads.list')
    const { threads } = (await callChat(page, 'threads.list')) as { threads: { id: string }[] }
    await callChat(page, 'threads.rename', threads[0]!.id, 'Mugs')
    await chat.answer.getByRole('link', { name: 'the shop' }).click()
    await chat.startAnew()
    await callChat(page, 'openThread', threads[0]!.id)
    await expect(chat.answer).toContainText('See the shop')

    await chat.send('say Begun; wait 30s; say never')
    await expect(chat.answer).toContainText('Begun')
    await chat.button('Stop').click()
    await chat.settled()
    await chat.send('say Begun; hold hears; say on')
    await chat.button('Close').click()
    await expect(chat.launcher).toBeVisible()
    const wanted = [
      'open',
      'close',
      'hide',
      'show',
      'action',
      'link',
      'feedback',
      'attachment:add',
      'attachment:error',
    ]
    await expect
      .poll(() => recorded.read())
      .toEqual(expect.arrayContaining(wanted.map((name) => `event ${name}`)))
  },
)

test(
  'a page of another origin hears what fails, what waits, and what tools do',
  { tag: '@nightly' },
  async ({ page, context, site, chat, model, recorded }) => {
    addTagPage(
      site,
      '/fails.html',
      TAG,
      `<script>addEventListener('load', () => { for (const [name, scope] of [['look', 'read'], ['buy', 'write'], ['fall', 'read']])
        Alcove('tool', name, { description: name, parameters: { type: 'object' }, scope,
          run: () => { if (name === 'fall') throw new Error('Fallen'); return 'done' } }) })</script>`,
    )
    await page.goto('/fails.html')
    await chat.open()
    await chat.send('tool look {}; next; say Looked')
    await expect(chat.answer).toContainText('Looked')
    await chat.settled()
    await chat.send('tool fall {}; next; say Fallen')
    await expect(chat.answer).toContainText('Fallen')
    await chat.settled()
    await chat.send('tool buy {}; next; say Bought')
    await chat.answer.getByRole('button', { name: 'Allow once' }).click()
    await expect(chat.answer).toContainText('Bought')
    await chat.settled()
    await chat.send('status 400')
    await expect(chat.frame.locator('[aria-live=assertive]').first()).toBeVisible()
    await chat.settled()

    await chat.startAnew()
    await chat.send('say Before')
    await chat.settled()

    await context.setOffline(true)
    await chat.send('say Later')
    await expect(chat.log.getByText('Not sent yet')).toBeVisible()
    await context.setOffline(false)
    await expect(chat.answer).toContainText('Later')
    await chat.settled()
    const refuse = (url: string) =>
      page.route(url, (route) =>
        route.fulfill({ status: 500, json: { error: 'internal', message: 'Broken.' } }),
      )
    await refuse('**/v1/chat')
    await chat.send('say Refused')
    await expect(chat.log.getByText('Not sent', { exact: true })).toBeVisible()
    await page.unroute('**/v1/chat')
    await action(chat.log.getByRole('article').last(), 'Remove').click()

    await chat.send('say Begun; hold fails-1; say behind')
    await expect(chat.answer).toContainText('Begun')
    await chat.button('Close').click()
    model.release('fails-1')
    await expect(page.getByRole('button', { name: /new answer/ })).toBeVisible()

    await callChat(page, 'update', { theme: { radius: 'huge' } })
    await callChat(page, 'identify', { token: createHostToken('bob', 'not the secret') })
    await callChat(page, 'identify', { token: createHostToken('ada', HOST_SECRET) })
    const wanted = [
      'auth:error',
      'connection',
      'error',
      'message:queued',
      'tool:approval',
      'tool:error',
      'unread',
    ]
    await expect
      .poll(() => recorded.read())
      .toEqual(expect.arrayContaining(wanted.map((name) => `event ${name}`)))
  },
)
