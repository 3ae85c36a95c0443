import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

test('a link of an answer to the page’s own site opens in the page, and the chat follows', async ({
  page,
  site,
  chat,
}) => {
  const origin = `http://localhost:${site.port}`
  addTagPage(site, '/start.html', 'data-links="page" data-links-paths="/chairs.*"')
  addTagPage(site, '/chairs.html', 'data-links="page"', '<p>All chairs</p>')
  await page.goto('/start.html')
  await chat.open()
  await chat.send(
    `say See [the chairs](${origin}/chairs.html) and [more](https://example.com/more).`,
  )
  await chat.settled()
  // Only links that open a tab say so.
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
    addTagPage(site, '/app.html', 'data-links="page" data-links-paths="/chairs.html"')
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

/** Records requested addresses from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  return asked
}

const questionIn = ({ frame }: ChatPage) => frame.getByRole('dialog', { name: 'Open this page?' })

test('an address that may have an effect is shown completely, and requested after the person agrees (T39)', async ({
  page,
  site,
  chat,
}) => {
  const origin = `http://localhost:${site.port}`
  const logout = `${origin}/logout?next=%E2%80%AEa&${'x'.repeat(60)}`
  addTagPage(
    site,
    '/start.html',
    'data-links="page" data-links-paths="/shop/*"',
    '<p id="part">Part</p>',
  )
  addTagPage(site, '/logout', 'data-links="page"', '<p>Signed out</p>')
  await page.goto('/start.html')
  await page.evaluate(() => {
    const heard: string[] = []
    document.addEventListener('alcove:link', (event) =>
      heard.push((event as CustomEvent).detail.url),
    )
    Object.assign(globalThis, { heard })
  })
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  await chat.open()
  await chat.send(
    `say [Leave](${logout}) [part](${origin}/start.html#part) [way round](${origin}/shop/..%2flogout) [chair](${origin}/shop/chair)`,
  )
  await chat.settled()
  const link = (name: string) => chat.answer.getByRole('link', { name, exact: true })
  const question = questionIn(chat)
  const asked = watchRequests(page)

  await test.step('pressed, it shows its address, and nothing is asked for', async () => {
    await link('Leave').click()
    await expect(question).toBeVisible()
    await expect(question).toHaveAccessibleDescription(new RegExp(`sign you out.*${origin}/logout`))
    await expect(question.getByRole('group', { name: 'Address' })).toHaveText(logout)
    await expect(question.getByRole('group', { name: 'Address' })).toBeFocused()
    expect(asked).toEqual([])
  })

  await test.step('Cancel, Escape and the cross open nothing', async () => {
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(link('Leave')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await link('way round').click()
    await expect(question.getByRole('group')).toHaveText(`${origin}/shop/..%2flogout`)
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(question).toBeHidden()
    expect(asked).toEqual([])
    expect(await heard()).toEqual([])
    expect(page.url()).toBe(`${origin}/start.html`)
  })

  await test.step('a place of the page needs no question', async () => {
    await link('part').click()
    await expect(page).toHaveURL(`${origin}/start.html#part`)
    await expect(question).toBeHidden()
    expect(asked).toEqual([])
  })

  await test.step('agreed to, it is asked for', async () => {
    await link('Leave').click()
    const open = question.getByRole('button', { name: 'Open' })
    await expect(open).toHaveAttribute('aria-disabled', 'false')
    await open.click()
    await expect(page).toHaveURL(logout)
    await expect(page.getByText('Signed out')).toBeVisible()
    await expect.poll(() => asked.filter((url) => url === logout)).toHaveLength(1)
  })
})

test('a press with Ctrl opens a tab, and a path that is allowed opens at once', async ({
  page,
  site,
  chat,
}) => {
  const origin = `http://localhost:${site.port}`
  addTagPage(site, '/start.html', 'data-links="page" data-links-paths="/shop/*"')
  addTagPage(site, '/shop/chair', 'data-links="page"', '<p>A chair</p>')
  addTagPage(site, '/logout', '')
  await page.goto('/start.html')
  await chat.open()
  await chat.send(`say [out](${origin}/logout) [chair](${origin}/shop/chair)`)
  await chat.settled()

  const opened = page.context().waitForEvent('page')
  await chat.answer.getByRole('link', { name: 'out' }).click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(`${origin}/logout`)
  await expect(questionIn(chat)).toBeHidden()

  await chat.answer.getByRole('link', { name: 'chair' }).click()
  await expect(page.getByText('A chair')).toBeVisible()
})
