import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import webpack from 'webpack'
import { callChat } from '../call-chat.ts'
import { createConsumer } from '../package/consumer.ts'
import { addTagPage } from '../tag-page.ts'
import { ATTRIBUTES, OPTIONS } from './every-option.ts'
import { expect, test } from './recorded-test.ts'

const write = (attributes: Readonly<Record<string, string>>, before = '') =>
  Object.entries(attributes)
    .map(([name, value]) => `${before}${name}="${value}"`)
    .join(' ')

/** Records the console's messages about refused options. */
function noteRefusals(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('console', (line) => line.text().includes('[Alcove]') && refused.push(line.text()))
  return refused
}

test(
  'every attribute of the tag is taken, and every option takes its place',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const refused = noteRefusals(page)
    addTagPage(site, '/all.html', write(ATTRIBUTES, 'data-'), '<button id="own">Help</button>')
    await page.goto('/all.html')
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(chat.frame.getByRole('heading', { name: 'Hello there' })).toBeVisible()
    await expect(chat.frame.getByRole('heading', { name: 'Pip', exact: true })).toBeVisible()
    await expect(chat.frame.locator('html')).toHaveAttribute('lang', 'de')
    await expect(chat.frame.getByRole('button', { name: 'Call us' })).toBeVisible()

    expect(await callChat(page, 'update', OPTIONS)).toBeUndefined()
    await expect(chat.frame.getByRole('heading', { name: 'What now?' })).toBeVisible()
    await expect(chat.frame.getByRole('heading', { name: 'Emma', exact: true })).toBeVisible()
    await expect(chat.frame.locator('html')).toHaveAttribute('lang', 'en')
    await expect(chat.button('Write us')).toBeVisible()
    await expect(page.locator('#launcher')).toHaveCSS('background-color', 'rgb(14, 116, 144)')
    expect(refused).toEqual([])

    await test.step('what is wrong would be told', async () => {
      await callChat(page, 'update', { theme: { radius: 'huge' } })
      await expect
        .poll(() => refused.join())
        .toContain('radius: expected sharp, soft, round or pill')
    })
  },
)

test(
  'a chat in its place says where by attribute and by option',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const refused = noteRefusals(page)
    const place = '<div id="here" style="height: 500px"></div>'
    addTagPage(site, '/inline-tag.html', 'data-mode="inline" data-target="#here"', place)
    await page.goto('/inline-tag.html')
    await expect(page.locator('#here #panel')).toBeVisible()
    await expect(chat.composer).toBeVisible()

    addTagPage(site, '/inline-boot.html', 'data-auth="none"', place)
    await page.goto('/inline-boot.html')
    await expect
      .poll(() =>
        page.evaluate(() => typeof (window.Alcove as unknown as { open?: unknown })?.open),
      )
      .toBe('function')
    const options = { app: 'default', auth: 'anonymous', mode: 'inline', target: '#here' }
    await callChat(page, 'boot', options)
    await expect(page.locator('#here #panel')).toBeVisible()
    await expect(chat.composer).toBeVisible()
    expect(refused).toEqual([])
  },
)

test(
  'a tag says what its chat is called on the page',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addTagPage(site, '/sales.html', 'data-global="Sales"')
    await page.goto('/sales.html')
    await chat.open()
    expect(await page.evaluate('[typeof Sales, typeof Alcove]')).toEqual(['function', 'undefined'])
  },
)

test(
  'every attribute of the element is taken',
  { tag: '@nightly' },
  async ({ page, site, chat, alcove }) => {
    const refused = noteRefusals(page)
    const consumer = await createConsumer()
    await consumer.write({ 'main.js': `import 'alcove/element'` })
    const compiler = webpack({
      context: consumer.folder,
      entry: './main.js',
      mode: 'production',
      output: { path: join(consumer.folder, 'built') },
    })
    await promisify(compiler.run.bind(compiler))()
    await promisify(compiler.close.bind(compiler))()
    const script = await readFile(join(consumer.folder, 'built/main.js'), 'utf8')
    await consumer.stop()
    site.add('/element.js', { html: script, headers: { 'content-type': 'text/javascript' } })
    const attributes = Object.fromEntries([
      ...Object.entries(ATTRIBUTES),
      ['base-url', `http://localhost:${alcove.port}`],
      ['mode', 'inline'],
      ['target', '#here'],
    ])
    site.add('/element.html', {
      html: `<!doctype html><html lang="en"><title>Shop</title><div id="here" style="height: 500px"></div>
        <alcove-chat ${write(attributes)}></alcove-chat><script src="/element.js"></script></html>`,
    })
    await page.goto('/element.html')

    await expect(page.locator('#here #panel')).toBeVisible()
    await expect(chat.frame.getByRole('heading', { name: 'Hello there' })).toBeVisible()
    expect(refused).toEqual([])
  },
)
