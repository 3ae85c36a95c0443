import { join } from 'node:path'
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../scripts/find-chromium.ts'
import { expect, test } from '../fixtures.ts'
import { addTagPage } from '../tag-page.ts'
import { createConsumer } from './consumer.ts'

/** The tests of a project that has installed the package, in its own Playwright, on two devices. */
const TESTS = `
import { expect, test } from '@playwright/test'
import { driveChat } from 'alcove/testing'

test('the whole kit', async ({ page }) => {
  await page.goto('/kit.html')
  const chat = driveChat(page)
  await chat.open()
  await chat.open()
  await chat.send('say Good **morning**, Ada\\\\n\\\\n- one\\\\n- two')
  expect(await chat.lastAnswer()).toBe('Good morning, Ada\\none\\ntwo')

  await expect(chat.decide(true)).rejects.toThrow('no call of a tool waits for a decision')

  await chat.attach({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Words') })
  await chat.send('What is in it?')
  expect(await chat.lastAnswer()).toContain('note.txt')

  for (const isAllowed of [false, true]) {
    await chat.send('tool buy {"sku":"a"}; next; say ' + (isAllowed ? 'Bought' : 'Left'))
    expect(await chat.waitForTool('buy')).toBe('asking')
    await chat.decide(isAllowed)
    expect(await chat.waitForTool('buy')).toBe(isAllowed ? 'done' : 'failed')
    expect(await chat.lastAnswer()).toBe(isAllowed ? 'Bought' : 'Left')
  }

  await chat.send('error Broken')
  expect(await chat.error()).not.toBe('')
  expect(await chat.threads()).toHaveLength(1)
  await chat.close()
  await chat.close()
  await expect(page.locator('#panel')).toBeHidden()
  await chat.open()
})

test('a launcher of the page, and none', async ({ page }) => {
  await page.goto('/own.html')
  const own = driveChat(page, { launcher: '#help' })
  await own.open()
  await own.close()
  await page.goto('/none.html')
  const none = driveChat(page)
  await none.open()
  await none.send('say Here')
  expect(await none.lastAnswer()).toBe('Here')
  await none.close()
})

test('a chat in an element', async ({ page }) => {
  await page.goto('/inline.html')
  const chat = driveChat(page)
  await chat.open()
  await chat.send('say Inside')
  expect(await chat.lastAnswer()).toBe('Inside')
  await chat.close()
  await expect(page.locator('#panel')).toBeVisible()
})

test('a call asks when its card is there', async ({ page }) => {
  const opened = Promise.withResolvers()
  await page.route('**/cards*.js', async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto('/kit.html')
  const chat = driveChat(page)
  await chat.open()
  await chat.send('tool buy {"sku":"a"}; next; say Bought')
  let isAsked = false
  const asked = chat.waitForTool('buy').finally(() => (isAsked = true))
  // The page has heard of the question, and so has the kit.
  await page.waitForFunction(() => window.heard > 0 && window.alcoveTestTools.length === 0)
  await page.evaluate(() => 'one more answer of the page')
  expect(isAsked).toBe(false)

  opened.resolve()
  expect(await asked).toBe('asking')
  await chat.decide(true)
  expect(await chat.lastAnswer()).toBe('Bought')
})

test('a chat that does not load', async ({ page }) => {
  await page.route('**/alcove-panel.js', (route) => route.abort())
  await page.goto('/kit.html')
  const chat = driveChat(page)
  await page.locator('#launcher').click()
  expect(await chat.error()).toContain('The chat did not load.')
})
`

test(
  'the kit of the package drives a chat on desktop and phone, in a project of Playwright (D27)',
  { tag: '@nightly' },
  async ({ site }) => {
    test.slow()
    const tools = `<script>
    document.addEventListener('alcove:tool:approval', () => { window.heard = 1 })
    addEventListener('load', () => Alcove('tool', 'buy', {
    description: 'Buys', parameters: { type: 'object' }, run: () => 'bought' }))</script>`
    addTagPage(site, '/kit.html', 'data-locale="de"', tools)
    addTagPage(site, '/own.html', 'data-launcher="#help"', '<button id="help">Help</button>')
    addTagPage(site, '/none.html', 'data-launcher="none"')
    addTagPage(
      site,
      '/inline.html',
      'data-mode="inline" data-target="#here"',
      '<p style="height:150vh">Above</p><div id="here" style="height:600px"></div>',
    )
    const consumer = await createConsumer(['@playwright/test', 'playwright', 'playwright-core'])
    const launchOptions = { executablePath: findHeadlessShell(), args: CHROMIUM_FLAGS }
    await consumer.write({
      'kit.spec.js': TESTS,
      'playwright.config.js': `
        import { devices } from '@playwright/test'
        const use = { baseURL: 'http://localhost:${site.port}', launchOptions: ${JSON.stringify(launchOptions)} }
        export default {
          testMatch: '*.spec.js', reporter: 'line', timeout: 120_000, workers: 1, use,
          projects: [
            { name: 'desktop', use: { ...devices['Desktop Chrome'], ...use } },
            { name: 'phone', use: { ...devices['Pixel 7'], ...use } },
          ],
        }`,
    })

    const cli = join(consumer.folder, 'node_modules/@playwright/test/cli.js')
    const said = await consumer.node(cli, 'test').then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`,
    )

    expect(said).toContain('10 passed')
    await consumer.stop()
  },
)
