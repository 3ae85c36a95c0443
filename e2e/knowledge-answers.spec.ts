import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { runNode } from '../scripts/run-command.ts'
import { BROWSER_LIMIT_MS } from '../scripts/test-limits.ts'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import { action } from './messages.ts'
import type { ModelServer } from './model-server/start-model-server.ts'

const RULES = Array.from(
  { length: 12 },
  (_, index) =>
    `## Rule ${index}\n\nPlease return each part of the equipment. ${'More. '.repeat(60)}`,
)
const TERMS = `# Terms of hire\n\n${RULES.join('\n\n')}\n\n## Deposit\n\nThe deposit for a hired tent is 80 euros.\n`
const CARE = `<!doctype html><title>Care</title><main><h1>Care</h1><p>Words.</p><p style="block-size:200vh">Words.</p>
  <h2 id="drying">Drying</h2><p>Hang a wet tent up until the seams are dry.</p><p style="block-size:200vh">Words.</p></main>`

/** A server with two folders: one stands on the site, the files of the other have no address. */
interface World {
  readonly alcove: AlcoveServer
  readonly site: HostSite
  stop(): Promise<unknown>
}

async function startWorld(model: ModelServer): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-knowledge-'))
  const env = {
    ALCOVE_SECRET: 'a secret of this test, which is long enough',
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: model.url,
    ALCOVE_LIMITS: 'off',
  }
  // The site is there first: its address is the base of a folder.
  const site = await startHostSite('http://localhost:1')
  const add = async (folder: string, name: string, text: string, ...flags: readonly string[]) => {
    const path = join(dataDir, folder)
    await mkdir(path)
    await writeFile(join(path, name), text)
    const args = ['server/cli/main.ts', 'knowledge', 'add', path, ...flags]
    const options = {
      root: REPOSITORY_ROOT,
      env: { ...process.env, ...env },
      limitMs: BROWSER_LIMIT_MS,
    }
    const { code, output } = await runNode(args, options)
    if (code !== 0) throw new Error(output)
  }
  await add('kept', 'terms.md', TERMS)
  await add('site', 'care.html', CARE, '--base', `http://localhost:${site.port}/`)
  const alcove = await startAlcove({ env, dataDir })
  const origin = `http://localhost:${alcove.port}`
  site.add('/care.html', { html: CARE })
  site.add('/shop.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>
      <script async src="${origin}/alcove.js" data-person="event"></script></html>`,
  })
  return {
    alcove,
    site,
    async stop() {
      await alcove.stop()
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The tests share a world, so they run in order. */
base.describe.configure({ mode: 'default' })

const test = base.extend<{ world: World }>({
  world: async ({ shared, model }, use) => {
    await use(await shared('knowledge answers', () => startWorld(model)))
  },
})

const search = (query: string) => `tool search_knowledge ${JSON.stringify({ query })}; next`

test.beforeEach(async ({ page, world, chat }) => {
  await page.goto(`http://localhost:${world.site.port}/shop.html`)
  await chat.open()
})

test('an answer cites a page, and the link opens it at the passage', async ({
  page,
  model,
  chat,
}) => {
  const question = 'How do I dry a tent?'
  model.teach(question, `${search('dry a wet tent')}; say Hang it up until the seams are dry[1].`)
  await chat.send(question)
  await chat.settled()

  await action(chat.answer, '1, source: Care').click()
  const card = chat.answer.getByRole('group', { name: '1, source: Care' })
  await expect(card.getByRole('blockquote')).toContainText('Hang a wet tent up')
  const opened = page.context().waitForEvent('page')
  await card.getByRole('link', { name: /^Open page/ }).click()
  const tab = await opened
  await expect(tab.getByText('Hang a wet tent up')).toBeInViewport()
  expect(new URL(tab.url()).pathname).toBe('/care.html')
})

test('a file without an address opens as kept text, marked at the passage', async ({
  page,
  model,
  chat,
}) => {
  const question = 'How much is the deposit?'
  model.teach(question, `${search('deposit for a hired tent')}; say It is 80 euros[1].`)
  await chat.send(question)
  await chat.settled()

  const opened = page.context().waitForEvent('page')
  await chat.answer.getByRole('button', { name: /^1 Terms of hire/ }).click()
  const tab = await opened
  const marked = tab.getByRole('region', { name: 'Deposit' })
  await expect(marked).toBeInViewport()
  await expect(marked).toHaveText('The deposit for a hired tent is 80 euros.')
  expect(await tab.evaluate(() => document.scripts.length)).toBe(0)
  // The page forbids scripts, and with them the scanner: a copy is scanned.
  const copy = await page.context().newPage()
  await copy.setContent(await tab.content())
  expect(await scanAccessibility(copy, false)).toEqual([])
})

test('where nothing is found, the answer says so and offers a person', async ({ model, chat }) => {
  const question = 'Do you hire boats?'
  const giveUp = 'tool no_answer {"looked_for":"boats","language":"en"}'
  model.teach(question, `${search('boats')}; ${giveUp}`)
  await chat.send(question)
  await chat.settled()

  await expect(chat.answer).toContainText('I found no answer to this on these pages.')
  await expect(chat.answer).not.toContainText('no answer tool')
  await expect(action(chat.answer, 'Talk to a person')).toBeVisible()
})
