import type { Page } from '@playwright/test'
import { startChatEndpoint, type ChatEndpoint } from './chat-endpoint.ts'
import { createChatPage } from './chat-page.ts'
import { startSettingsWorld, type SettingsWorld } from './desk-settings-world.ts'
import { expect, test as base } from './fixtures.ts'
import type { ModelServer } from './model-server/start-model-server.ts'
import { startPreviewWorld, type PreviewWorld } from './preview-world.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

/** A preview of a project whose answers come from its owner's own endpoint. */
interface BotWorld extends PreviewWorld {
  readonly endpoint: ChatEndpoint
}

async function startBotWorld(model: ModelServer): Promise<BotWorld> {
  let chat = ''
  const endpoint = await startChatEndpoint(() => chat)
  const block = { default: { chatEndpoint: endpoint.url } }
  const world = await startPreviewWorld(
    model,
    `export default { projects: ${JSON.stringify(block)} }`,
  )
  chat = world.chat
  return {
    ...world,
    endpoint,
    async stop() {
      await world.stop()
      await endpoint.stop()
    },
  }
}

interface Worlds {
  readonly world: PreviewWorld
  readonly oneOrigin: SettingsWorld
  readonly bot: BotWorld
}

const test = base.extend<Worlds>({
  bot: async ({ shared, model }, use) =>
    use(await shared('a desk with an endpoint', () => startBotWorld(model))),
  world: async ({ shared, model }, use) =>
    use(await shared('a desk of another origin', () => startPreviewWorld(model))),
  oneOrigin: async ({ shared, model }, use) =>
    use(await shared('a desk of one origin', () => startSettingsWorld(model))),
})
/** The tests share a draft, so they run in order. */
test.describe.configure({ mode: 'default' })
/** These journeys take minutes on a slow machine. */
test.beforeEach(() => test.slow())

const ACCENT = '#7a1f5c'
const ACCENT_PAINTED = 'rgb(122, 31, 92)'
/** The end of an hour may be tomorrow, which is told by its day. */
const LINE = /^Preview of the draft, until (\w+ )?\d\d:\d\d/

const kept = (page: Page) => page.getByText('Saved in the draft, not live yet')
const lineOf = (page: Page) => page.frameLocator('alcove-root iframe').getByRole('status')
const greetingOf = (page: Page, words: string) =>
  page.frameLocator('alcove-root iframe').getByRole('heading', { name: words })

async function openSettings(page: Page, world: PreviewWorld | SettingsWorld) {
  await signIn(page, world)
  await page.goto(`${'desk' in world ? world.desk : world.url}/desk/default/settings`)
  await expect(page.getByRole('navigation', { name: 'Groups of settings' })).toBeVisible()
}

async function writeDraft(page: Page, greeting: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Greeting', exact: true }).fill(greeting)
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill(ACCENT)
  await expect(kept(page)).toBeVisible()
}

/** Makes a link in the desk, and returns it. */
async function makeLink(page: Page, address: string): Promise<string> {
  await page.getByRole('button', { name: 'Preview on your site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview on your site' })
  await dialog.getByRole('textbox', { name: 'Address of the page' }).fill(address)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.getByText(/#alcove-preview=/).innerText()
  await expect(dialog.getByText(/^It ends on /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return link
}

test('a link shows the draft on the owner’s own site, until the person leaves it', async ({
  page,
  browser,
  world,
  model,
}) => {
  await openSettings(page, world)
  await writeDraft(page, 'Welcome, reader')
  const link = await makeLink(page, world.shop)

  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(link)
  await expect(greetingOf(colleague, 'Welcome, reader')).toBeVisible()
  await expect(lineOf(colleague).filter({ hasText: LINE })).toBeVisible()
  await expect(colleague).toHaveURL(world.shop)
  await expect(colleague.getByRole('button', { name: 'Close chat' })).toHaveCSS(
    'background-color',
    ACCENT_PAINTED,
  )
  expect(await scanInLightAndDark(colleague)).toEqual([])

  const question = 'Is this the draft that answers?'
  model.teach(question, 'say The draft answers.')
  const chat = createChatPage(colleague)
  await chat.send(question)
  await expect(chat.answer).toContainText('The draft answers.')

  const visitor = await colleague.context().newPage()
  await visitor.goto(world.shop)
  await createChatPage(visitor).open()
  await expect(greetingOf(visitor, 'How can we help?')).toBeVisible()
  await expect(lineOf(visitor).filter({ hasText: 'review' })).toHaveCount(0)
  await visitor.close()

  await colleague.getByRole('button', { name: 'Close chat' }).click()
  await colleague.getByRole('link', { name: 'Further' }).click()
  await expect(colleague.getByRole('heading', { name: 'Lamps' })).toBeVisible()
  await chat.open()
  await expect(greetingOf(colleague, 'Welcome, reader')).toBeVisible()
  await chat.button('Leave the preview').click()
  await chat.open()
  await expect(greetingOf(colleague, 'How can we help?')).toBeVisible()
  await expect(lineOf(colleague).filter({ hasText: 'review' })).toHaveCount(0)
  await colleague.context().close()
})

test('in a preview tools of the page that read run, and all others are only recorded', async ({
  page,
  browser,
  world,
}) => {
  await openSettings(page, world)
  await writeDraft(page, 'Welcome, tools')
  const link = await makeLink(page, world.shop)
  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(link)
  await expect(greetingOf(colleague, 'Welcome, tools')).toBeVisible()
  const chat = createChatPage(colleague)
  await chat.send('tool get_cart {}; next; say Two lamps.')
  await expect(chat.answer.last()).toContainText('Two lamps.')
  await chat.send('tool add_to_cart {}; next; say A third lamp.')
  await expect(chat.answer.last()).toContainText('A third lamp.')
  expect(await colleague.evaluate('seen')).toEqual(['get_cart'])

  // In the live chat the same call asks.
  await chat.button('Leave the preview').click()
  await chat.open()
  await chat.send('tool add_to_cart {}; next; say It is there.')
  await chat.button('Allow once').click()
  await expect(chat.answer.last()).toContainText('It is there.')
  expect(await colleague.evaluate('seen')).toEqual(['add_to_cart'])
  await colleague.context().close()
})

test('a project’s own endpoint answers its previews, and the desk says so', async ({
  page,
  bot,
  model,
}) => {
  await openSettings(page, bot)
  const panel = page.getByRole('region', { name: 'The chat with this draft' })
  await expect(panel).toContainText(bot.endpoint.url)
  await writeDraft(page, 'Welcome, bot')
  await page.getByRole('button', { name: 'Preview on your site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview on your site' })
  await expect(dialog).toContainText('it may keep what is asked')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.goto(await makeLink(page, bot.shop))
  await expect(greetingOf(page, 'Welcome, bot')).toBeVisible()
  const chat = createChatPage(page)
  await chat.send('Who answers this preview?')
  await expect(chat.answer).toContainText('Answer 1 to Who answers this preview? of 1')
  expect(bot.endpoint.calls).toHaveLength(1)
  expect(model.requests.filter(({ prompt }) => prompt.includes('this preview'))).toEqual([])
})

test('a link that has ended shows what is live, and says so', async ({ page, world }) => {
  const chat = createChatPage(page)
  await page.goto(`${world.shop}#alcove-preview=${world.overToken}`)
  await expect(lineOf(page).filter({ hasText: 'The preview has ended.' })).toBeVisible()
  await expect(greetingOf(page, 'How can we help?')).toBeVisible()
  await chat.send('say Still here.')
  await expect(chat.answer).toContainText('Still here.')
  await chat.button('Close').last().click()
  await chat.open()
  await expect(chat.log.getByRole('article')).toHaveCount(2)
  await expect(lineOf(page).filter({ hasText: 'review' })).toHaveCount(0)

  await page.goto(`${world.shop}?wrong#alcove-preview=${world.overToken.slice(0, -1)}x`)
  await expect(lineOf(page).filter({ hasText: 'is not valid' })).toBeVisible()
})

test('the line speaks the language of the chat', async ({ browser, world }) => {
  world.site.add('/laden.html', {
    html: `<!doctype html><html lang="de"><title>Laden</title>
      <script async src="${world.chat}/p/default/alcove.js" data-locale="de"></script></html>`,
  })
  const page = await browser.newPage()
  await page.goto(`${new URL('/laden.html', world.shop)}#alcove-preview=${world.overToken}`)
  await expect(lineOf(page).filter({ hasText: 'Die Vorschau ist beendet.' })).toBeVisible()
  await expect(lineOf(page).getByRole('button', { name: 'Schließen' })).toBeVisible()
  await page.close()
})

test('the chat beside the controls follows them at once, and answers by the draft', async ({
  page,
  world,
  model,
}) => {
  await openSettings(page, world)
  const frame = page.frameLocator('iframe[title="Chat with this draft"]')
  const greeting = page.getByRole('textbox', { name: 'Greeting', exact: true })
  await greeting.fill('Good evening')
  await expect(frame.getByRole('heading', { name: 'Good evening' })).toBeVisible()
  await expect(kept(page)).toBeVisible()
  await greeting.fill('')
  await expect(kept(page)).toBeVisible()
  await expect(frame.getByRole('heading', { name: 'How can we help?' })).toBeVisible()

  await page.getByRole('link', { name: 'Instructions', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Instructions', exact: true })
    .fill('Lamps last for nine years.')
  await expect(kept(page)).toBeVisible()
  await page.getByRole('link', { name: 'Look and words', exact: false }).click()
  const question = 'How long does a lamp last?'
  model.teach(question, 'echo')
  const field = frame.getByRole('textbox', { name: 'Message' })
  await field.fill(question)
  await field.press('Enter')
  await expect(frame.getByRole('article').last()).toContainText('nine years')
  expect(await scanInLightAndDark(page)).toEqual([])
})

test('on a phone the chat opens in a dialog', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSettings(page, world)
  await page.getByRole('button', { name: 'Show the chat with this draft' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'The chat with this draft' })
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const excess = await page.evaluate(() => {
    const main = document.querySelector('main')!
    return main.scrollWidth - main.clientWidth
  })
  expect(excess).toBe(0)
  expect(await scanAccessibility(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('with one origin a line says why the chat is not there, and the link takes its place', async ({
  page,
  oneOrigin,
}) => {
  await openSettings(page, oneOrigin)
  const panel = page.getByRole('region', { name: 'The chat with this draft' })
  await expect(panel).toContainText('The desk and the chat have one origin here')
  await expect(page.locator('iframe')).toHaveCount(0)
  await writeDraft(page, 'One origin')
  await panel.getByRole('button', { name: 'Preview on your site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview on your site' })
  await dialog.getByRole('textbox', { name: 'Address of the page' }).fill(oneOrigin.shop)
  await dialog.getByRole('button', { name: 'Make the link' }).press('Enter')
  const link = await dialog.getByText(/#alcove-preview=/).innerText()
  expect(await scanAccessibility(page, false)).toEqual([])
  await page.goto(link)
  await expect(greetingOf(page, 'One origin')).toBeVisible()
})
