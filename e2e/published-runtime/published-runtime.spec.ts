import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, test as base } from '../fixtures.ts'
import { withNodeEnv } from '../node-env.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(import.meta.dirname, 'client.tsx')

async function buildClient() {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-runtime-'))
  await withNodeEnv({ NODE_ENV: 'production' }, () =>
    build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        minify: false,
        lib: { entry: CLIENT, formats: ['iife'], name: 'client', fileName: () => 'client.js' },
      },
    }),
  )
  const script = await readFile(join(folder, 'client.js'), 'utf8')
  return { script, stop: () => rm(folder, { recursive: true }) }
}

const test = base.extend<{ readonly open: (page: Page, query: string) => Promise<void> }>({
  open: async ({ shared, site }, use) => {
    const { script } = await shared('client of the runtime', buildClient)
    const path = '/published-runtime.html'
    site.add(path, {
      html: `<!doctype html><html lang="en"><title>A page of mine</title><main></main><script>${script.replaceAll('</script', String.raw`<\/script`)}</script></html>`,
    })
    await use(async (page, query) => void (await page.goto(path + query)))
  },
})

const HELLO = ['Hello 1/1', 'Hello back. 1/1']
const sayHello = (page: Page) => page.getByRole('button', { name: 'Say hello' }).click()
const openFirst = (page: Page) => page.getByRole('button', { name: 'Open' }).click()

/** Resolves once the page has stored so many messages. */
function stored(page: Page, count: number): Promise<void> {
  let left = count
  return new Promise((resolve) => {
    page.on('response', (response) => {
      const isMessage =
        response.request().method() === 'POST' && response.url().endsWith('/messages')
      if (isMessage && response.ok() && --left === 0) resolve()
    })
  })
}

test('the chat of @assistant-ui/react 0.15.22 has no second branch after a reload, a turn and a reload', async ({
  page,
  open,
}) => {
  // Each message is stored twice, in two formats, and the loaded ones with the second turn.
  const first = stored(page, 4)
  await open(page, '?runtime=chat')
  await sayHello(page)
  await first

  const second = stored(page, 6)
  await open(page, '?runtime=chat')
  await openFirst(page)
  await expect(page.getByRole('listitem')).toHaveText(HELLO)
  await sayHello(page)
  await second

  await open(page, '?runtime=chat')
  await openFirst(page)
  await expect(page.getByRole('listitem')).toHaveText([...HELLO, ...HELLO])
})

test('a message that a page writes runs in another tab, until it has ended', async ({
  page,
  open,
}) => {
  const first = stored(page, 2)
  await open(page, '')
  await sayHello(page)
  await first

  const other = await page.context().newPage()
  await open(other, '')
  await openFirst(other)
  // The library stores a message once while it runs, before or after its first words.
  await expect(other.getByRole('listitem')).toHaveText([
    'Hello 1/1',
    /^(One moment\.)? \(Running in another tab…\) 1\/1$/,
  ])

  const ended = page.waitForResponse(/\/runs\/\w+\/end$/)
  await page.evaluate('finish()')
  await ended
  await open(other, '')
  await openFirst(other)
  await expect(other.getByRole('listitem')).toHaveText(['Hello 1/1', 'Here it is. 1/1'])
})
