import type { Page } from '@playwright/test'
import { createChatPage } from './chat-page.ts'
import { FIXED_NOTE, startSettingsWorld, type SettingsWorld } from './desk-settings-world.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

const test = base.extend<{ readonly world: SettingsWorld }>({
  world: async ({ shared, model }, use) =>
    use(await shared('a desk with settings', () => startSettingsWorld(model))),
})
/** The tests share a draft, so they run in order. */
test.describe.configure({ mode: 'default' })

async function openSettings(page: Page, world: SettingsWorld, search = ''): Promise<void> {
  await page.goto(`${world.url}/desk/default/settings${search}`)
  await expect(page.getByRole('navigation', { name: 'Groups of settings' })).toBeVisible()
}

async function publish(page: Page, why: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Publish \d+ changes?…$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' })
  await dialog.getByRole('textbox', { name: 'Why (for the history)' }).fill(why)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toBeHidden()
}

const kept = (page: Page) => page.getByText('Saved in the draft, not live yet')

test('an owner publishes better instructions, and the next answer has them', async ({
  page,
  world,
  model,
}) => {
  const question = 'May I bring a book back after a month?'
  model.teach(question, 'echo')
  await page.goto(world.shop)
  const chat = createChatPage(page)
  await chat.open()
  await chat.send(question)
  await chat.settled()
  await expect(chat.answer).not.toContainText('within 40 days')

  await signIn(page, world)
  await page.goto(`${world.url}/desk`)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await page.getByRole('link', { name: 'Instructions', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Instructions', exact: true })
    .fill('Books can be brought back within 40 days.')
  await expect(kept(page)).toBeVisible()
  await page.getByRole('link', { name: 'Changes (1)' }).click()
  await expect(page.getByRole('list', { name: 'Changes of the draft' })).toContainText('40 days')
  await publish(page, 'Returns were not explained')
  await expect(page.getByText('The draft is as what is live')).toBeVisible()

  await page.goto(world.shop)
  await chat.open()
  await chat.startAnew()
  await chat.send(question)
  await chat.settled()
  await expect(chat.answer).toContainText('within 40 days')
})

test('a value of the configuration is shown with its place, and is no field', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  await openSettings(page, world)
  const note = page.getByRole('group', { name: 'Note below the field' })
  await expect(note).toContainText(FIXED_NOTE)
  await expect(note).toContainText('alcove.config.ts')
  await expect(page.getByRole('textbox', { name: 'Note below the field' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Greeting', exact: true })).toBeVisible()
})

test('a problem stands beside its field, and the draft is not published with it', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  await openSettings(page, world)
  const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
  await colour.fill('green')
  await expect(colour).toHaveAttribute('aria-invalid', 'true')
  await expect(colour).toHaveAccessibleDescription(/expected a colour/)
  await page.getByRole('button', { name: /^Publish/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' })
  await expect(dialog.getByRole('alert')).toContainText('1 value cannot be published')
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Colour: as live' }).click()
  await expect(page.getByText('The draft is as what is live')).toBeVisible()
})

test('text that could not be saved is there after a reload, and is saved then', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  await openSettings(page, world)
  const drafts = '**/settings/draft'
  await page.route(drafts, (route) => route.abort())
  const greeting = page.getByRole('textbox', { name: 'Greeting', exact: true })
  await greeting.fill('Hello from a train')
  await expect(page.getByText('Your text stays here, also if you reload.')).toBeVisible()
  await page.unroute(drafts)

  await page.reload()
  await expect(greeting).toHaveValue('Hello from a train')
  await expect(kept(page)).toBeVisible()
  await page.reload()
  await expect(greeting).toHaveValue('Hello from a train')
})

test('of one value that two persons changed both versions are shown', async ({
  page,
  context,
  world,
}) => {
  await signIn(page, world)
  await openSettings(page, world)
  const other = await context.newPage()
  await openSettings(other, world)
  await other.getByRole('textbox', { name: 'Greeting', exact: true }).fill('Theirs')
  await expect(kept(other)).toBeVisible()
  await other.close()

  const greeting = page.getByRole('textbox', { name: 'Greeting', exact: true })
  await greeting.fill('Mine')
  const clash = page.getByRole('region', { name: 'Another person changed the same' })
  await expect(clash).toContainText('Theirs')
  await expect(clash).toContainText('Mine')
  await expect(greeting).toHaveValue('Mine')
  await clash.getByRole('button', { name: 'Keep yours: greeting' }).press('Enter')
  await expect(clash).toBeHidden()
  await expect(kept(page)).toBeVisible()
  await page.reload()
  await expect(greeting).toHaveValue('Mine')
})

test('an older version is brought back from the history', async ({ page, world }) => {
  await signIn(page, world)
  await openSettings(page, world)
  const name = page.getByRole('textbox', { name: 'Name of the assistant' })
  for (const [text, why] of [
    ['Bookcase', 'The first name'],
    ['Bookworm', 'A name for it'],
  ] as const) {
    await name.fill(text)
    await expect(kept(page)).toBeVisible()
    await publish(page, why)
  }
  await expect(page.getByText(/^Published as version \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(name).toHaveValue('Bookcase')
  await expect(page.getByRole('button', { name: 'Undo…' })).toBeHidden()
  await name.fill('Bookworm')
  await expect(kept(page)).toBeVisible()
  await publish(page, 'A name for it')
  await page.getByRole('link', { name: 'History' }).click()
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions.first()).toContainText('A name for it')
  await expect(versions.first()).toContainText('Live')
  await versions
    .nth(1)
    .getByRole('button', { name: /^Bring back version/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(versions.first()).toContainText(/As version \d+/)

  await page.goto(world.shop)
  await createChatPage(page).open()
  await expect(page.frameLocator('alcove-root iframe').getByText('Bookworm')).toBeHidden()
})

const PLACES = [
  'settings',
  'settings?group=assistants',
  'settings?group=languages',
  'settings?group=models',
  'settings?group=tools',
  'settings?group=knowledge',
  'settings?group=cases',
  'settings?group=limits',
  'settings?group=hosts',
  'settings?view=changes',
  'settings?view=history',
  'settings?view=file',
  'answers',
  'answers?question=Do you wrap gifts?',
] as const

/** Pixels by which the page is wider than its window. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    return Math.max(0, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0))
  })

async function visit(page: Page, world: SettingsWorld, place: string): Promise<void> {
  await page.goto(`${world.url}/desk/default/${place}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('each page has no findings, in light and dark', async ({ page, world }) => {
  test.slow()
  await signIn(page, world)
  for (const place of PLACES) {
    await visit(page, world, place)
    expect(await scanInLightAndDark(page, false), place).toEqual([])
  }
})

test('each page fits a phone, with texts of twice the size and from right to left', async ({
  page,
  world,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('alcove-desk-language', 'ar-XB'))
  await signIn(page, world)
  for (const place of PLACES) {
    await visit(page, world, place)
    expect(await excess(page), place).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await excess(page), place).toBe(0)
    expect(await scanAccessibility(page, false), place).toEqual([])
  }
})
