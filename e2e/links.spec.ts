import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

test('a link of an answer to the page’s own site opens in the page, and the chat follows', async ({
  page,
  site,
  chat,
}) => {
  const origin = `http://localhost:${site.port}`
  addTagPage(site, '/start.html', 'data-links="page"')
  addTagPage(site, '/chairs.html', 'data-links="page"', '<p>All chairs</p>')
  await page.goto('/start.html')
  await chat.open()
  await chat.send(
    `say See [the chairs](${origin}/chairs.html) and [more](https://example.com/more).`,
  )
  await chat.settled()
  // Only what opens a tab says so.
  await expect(chat.answer.getByRole('link', { name: 'the chairs', exact: true })).toBeVisible()
  await expect(chat.answer.getByRole('link', { name: /^more .*new tab/ })).toBeVisible()

  await chat.answer.getByRole('link', { name: 'the chairs' }).click()
  await expect(page).toHaveURL(`${origin}/chairs.html`)
  await expect(page.getByText('All chairs')).toBeVisible()
  await chat.open()
  await expect(chat.answer).toContainText('See the chairs')
})

test(
  'a page that changes its view by itself keeps the link; another one opens a tab',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const origin = `http://localhost:${site.port}`
    addTagPage(site, '/app.html', 'data-links="page"')
    addTagPage(site, '/plain.html', '')
    await page.goto('/app.html')
    await page.evaluate(() => {
      document.addEventListener('alcove:link', (event) => {
        const { url, preventDefault } = (event as CustomEvent).detail as {
          url: string
          preventDefault: () => void
        }
        preventDefault()
        document.title = `View ${new URL(url).pathname}`
      })
    })
    await chat.open()
    await chat.send(`say See [the chairs](${origin}/chairs.html)`)
    await chat.settled()
    await chat.answer.getByRole('link', { name: 'the chairs' }).click()
    await expect(page).toHaveTitle('View /chairs.html')
    await expect(page).toHaveURL(`${origin}/app.html`)

    await page.goto('/plain.html')
    await chat.open()
    const opened = page.context().waitForEvent('page')
    await chat.answer.getByRole('link', { name: /the chairs/ }).click()
    expect((await opened).url()).toContain('chairs.html')
    await expect(page).toHaveURL(`${origin}/plain.html`)
  },
)
