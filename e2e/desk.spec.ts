import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { listFirstFiles } from '../scripts/first-files.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { runNode } from '../scripts/run-command.ts'
import budgets from '../scripts/size-limit.config.ts'
import { BROWSER_LIMIT_MS } from '../scripts/test-limits.ts'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { createChatPage } from './chat-page.ts'
import { expect, test as base } from './fixtures.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import type { ModelServer } from './model-server/start-model-server.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

const OWNER = 'owner@shop.example'
const LINK = /http:\/\/\S+\/desk\/sign-in#token=[\w-]+/
const PROJECT = 'default'

/** A server, a site with its chat, and the command that prints links. */
interface DeskWorld {
  readonly alcove: AlcoveServer
  readonly site: HostSite
  readonly origin: string
  makeLink(): Promise<string>
  stop(): Promise<unknown>
}

async function startDeskWorld(model: ModelServer): Promise<DeskWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-desk-'))
  const secrets = {
    ALCOVE_SECRET: 'a secret of this test, which is long enough',
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: model.url,
    ALCOVE_LIMITS: 'off',
  }
  const alcove = await startAlcove({ env: secrets, dataDir })
  const origin = `http://localhost:${alcove.port}`
  const site = await startHostSite(origin)
  return {
    alcove,
    site,
    origin,
    async makeLink() {
      const options = {
        root: REPOSITORY_ROOT,
        env: { ...process.env, ...secrets, ALCOVE_PUBLIC_URL: origin },
        limitMs: BROWSER_LIMIT_MS,
      }
      const args = ['server/cli/main.ts', 'desk', '--mail', OWNER]
      const { code, output } = await runNode(args, options)
      const [link] = LINK.exec(output) ?? []
      if (code !== 0 || link === undefined) throw new Error(output)
      return link
    },
    async stop() {
      await site.stop()
      await alcove.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks in the chat, as a visitor of their own. The scripted model says what it is told. */
async function ask(browser: Browser, { site }: DeskWorld, words: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const chat = createChatPage(page)
  await page.goto(`http://localhost:${site.port}/`)
  await chat.open()
  await chat.send(`say ${words} Bye.`)
  // Addresses in the words are links, with more words for screen readers.
  await expect(chat.answer).toContainText('Bye.')
  await expect(chat.button('Stop')).toHaveCount(0)
  await context.close()
}

const test = base.extend<{ world: DeskWorld }>({
  world: async ({ shared, model }, use) => {
    await use(await shared('desk world', () => startDeskWorld(model)))
  },
})

/** The browser itself notes the answer by which the desk learns that nobody is signed in. */
const isExpected = (text: string): boolean => text.includes('401')

/** Errors of the console, and requests to other origins. */
function watch(page: Page, origin: string): readonly string[] {
  const seen: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.origin !== origin) seen.push(`asked ${url.origin}`)
  })
  return seen
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const rows = (page: Page) => page.getByRole('table', { name: 'Conversations' }).getByRole('link')
const openPage = (page: Page, world: DeskWorld, path: string) =>
  page.goto(`${world.origin}/desk/${PROJECT}/${path}`)

test('an owner signs in by a printed link, finds a conversation, notes, unmasks, exports and leaves', async ({
  page,
  browser,
  world,
}) => {
  await ask(browser, world, 'Yes, we ship to Norway. Your mail is mia.sorensen@mail.example.')
  await ask(browser, world, 'Companies pay by invoice.')
  const problems = watch(page, world.origin)
  await page.goto(await world.makeLink())
  await expect(heading(page, 'Home')).toBeVisible()
  expect(page.url()).not.toContain('#')

  await page.getByRole('link', { name: 'Conversations', exact: true }).click()
  await expect(heading(page, 'Conversations')).toBeFocused()
  await expect(rows(page)).toHaveCount(2)

  // A filter and the search stand in the address.
  await page.keyboard.press('/')
  await page.keyboard.type('Norway')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.locator('mark').first()).toHaveText(/norway/i)
  expect(new URL(page.url()).searchParams.get('words')).toBe('Norway')

  // By keyboard: out of the field, to the row, into the conversation.
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('mia.sorensen@mail.example')).toHaveCount(0)

  const note = page.getByRole('textbox', { name: 'Write a note for your colleagues' })
  await note.fill('Say what Norway costs.')
  await page.reload()
  await expect(note).toHaveValue('Say what Norway costs.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Say what Norway costs.' }),
  ).toBeVisible()
  await expect(note).toHaveValue('')

  await page.getByRole('button', { name: 'Show personal data' }).click()
  await expect(page.getByText('mia.sorensen@mail.example').first()).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toBeFocused()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As CSV', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('link', { name: 'Audit log' }).click()
  const acts = page.getByRole('table', { name: 'Acts' })
  for (const act of ['Exported conversations', 'Saw personal data', 'Wrote a note']) {
    await expect(acts.getByRole('rowheader', { name: act }).first()).toBeVisible()
  }
  await expect(acts.getByRole('link', { name: 'The conversation' }).first()).toHaveAttribute(
    'href',
    /\/desk\/default\/conversations\/\w+$/,
  )
  // A sign-in belongs to no project: it stands in the log of all.
  await page.goto(`${world.origin}/desk/_/audit`)
  await expect(acts.getByRole('rowheader', { name: 'Signed in' }).first()).toBeVisible()

  await page.getByRole('button', { name: `Account: ${OWNER}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in to the desk')).toBeVisible()
  expect(problems).toEqual([])
})

test('a link works once, and a session that ends leads back to the same view', async ({
  page,
  world,
  context,
}) => {
  const link = await world.makeLink()
  await page.goto(link)
  await expect(heading(page, 'Home')).toBeVisible()
  await openPage(page, world, 'conversations?rating=bad')
  await expect(page.getByRole('main').getByText('No conversation matches')).toBeVisible()

  await context.clearCookies()
  await page.getByRole('button', { name: 'Unanswered' }).click()
  await expect(heading(page, 'Sign in to the desk')).toBeVisible()
  const address = page.url()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('This link no longer works')).toBeVisible()
  await expect(other.getByText('npm run alcove -- desk', { exact: true })).toBeVisible()
  await other.goto(await world.makeLink())
  await expect(heading(other, 'Home')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Conversations')).toBeVisible()
  expect(page.url()).toBe(address)
})

test('the first page fetches no file but those whose size is counted', async ({ page, world }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/desk/assets/')) fetched.push(join(REPOSITORY_ROOT, 'dist', pathname))
  })
  await page.goto(await world.makeLink())
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  const counted = budgets.find(({ name }) => name.startsWith('desk'))!.path
  // The chart of a page with figures, which is usable before.
  const later = listFirstFiles(join(REPOSITORY_ROOT, 'dist/desk'), ['reports/day-chart.tsx'])

  expect(fetched.filter((path) => !counted.includes(path) && !later.includes(path))).toEqual([])
  expect(fetched.length).toBeGreaterThan(10)
})

/** Each page of the desk; further views of settings, cases and conversations stand in specs of their own. */
const PAGES = [
  'home',
  'conversations',
  'quality',
  'usage',
  'knowledge',
  'answers',
  'cases',
  'settings',
  'notices',
  'health',
  'people',
  'audit',
  'retention',
  'sessions',
]
type Scan = (page: Page) => Promise<readonly string[]>
const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
const inBoth: Scan = (page) => scanInLightAndDark(page, false)
/** Colours are the same in each layout, and most rules do not depend on the length of words. */
const inLight: Scan = (page) => (isLong ? inBoth(page) : scanAccessibility(page, false))
const nightly: Scan = (page) => (isLong ? inBoth(page) : Promise.resolve([]))
const LAYOUTS = [
  { name: 'on a wide window', width: 1440, height: 900, scan: inBoth },
  { name: 'on a phone', width: 390, height: 844, scan: inLight },
  { name: 'from right to left', width: 1280, height: 800, language: 'ar-XB', scan: inLight },
  { name: 'with longer words', width: 1280, height: 800, language: 'en-XA', scan: nightly },
  { name: 'with text at 200 %', width: 1280, height: 800, textPercent: 200, scan: nightly },
] as const

test('no page of the navigation is left out of those that are looked at below', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  await page.goto(`${world.origin}/desk`)
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  const paths = hrefs.map((href) => href.slice(href.lastIndexOf('/') + 1))
  expect(paths).toContain('cases')
  expect(paths.filter((path) => !PAGES.includes(path))).toEqual([])
})

for (const layout of LAYOUTS) {
  test(
    `every page is accessible and fits ${layout.name}`,
    { tag: '@long' },
    async ({ page, world }) => {
      test.slow()
      const problems = watch(page, world.origin)
      const { width, height, scan } = layout
      await page.setViewportSize({ width, height })
      const language = 'language' in layout ? layout.language : 'en'
      await page.addInitScript((tag) => localStorage.setItem('alcove-desk-language', tag), language)
      await signIn(page, world)
      const title = page.locator('#page h1')
      for (const path of PAGES) {
        await openPage(page, world, path)
        await title.waitFor()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        if ('textPercent' in layout) {
          await page.evaluate((size) => (document.documentElement.style.fontSize = size), '200%')
        }
        const beyond = await page.evaluate(() => {
          const main = document.getElementById('page')!
          return Math.max(
            document.documentElement.scrollWidth - innerWidth,
            main.scrollWidth - main.clientWidth,
          )
        })
        expect(beyond, `${path}: pixels beyond the edge`).toBeLessThanOrEqual(0)
        expect(await scan(page), path).toEqual([])
      }
      expect(problems).toEqual([])
    },
  )
}
