import { expect, test } from './fixtures.ts'

/** The methods of a chat's global that this page uses. */
type Calls = (command: string, ...args: unknown[]) => Promise<unknown>
type Globals = Record<string, Calls | undefined>

const STUB = `!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Sales")
  window.opened=[]
  Sales("on","open",function(){opened.push("Sales")})`

test('tags that name their globals are chats of their own', async ({ page, site }) => {
  const warnings: string[] = []
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()))
  // Deferred, because async scripts run in any order, and either of two with one name could be the second.
  const tag = (attributes: string) =>
    `<script defer src="{{ALCOVE_ORIGIN}}/alcove.js" ${attributes}></script>`
  site.add('/two.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1><script>${STUB}</script>
      ${tag('data-launcher-label="Help"')}
      ${tag('data-launcher-label="Sales" data-global="Sales" data-position="bottom-start"')}
      ${tag('data-launcher-label="Again" data-global="Sales"')}</body></html>`,
  })
  await page.goto('/two.html')
  const launcher = (name: string) => page.getByRole('button', { name, exact: true })
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(
      ([global, given]) => (window as unknown as Globals)[global]!(...(given as [string])),
      [name, args] as const,
    )
  await expect(launcher('Help')).toBeVisible()
  await expect(launcher('Sales')).toBeVisible()
  await expect(launcher('Again')).toHaveCount(0)
  await expect.poll(() => warnings).toEqual([expect.stringContaining('[Alcove] loaded twice')])

  await test.step('each by its own name', async () => {
    // Settles once its composer is usable.
    await call('Sales', 'open')
    await expect(launcher('Help')).toBeVisible()
    await expect(launcher('Close chat')).toHaveCount(1)
    await expect.poll(() => page.evaluate('opened')).toEqual(['Sales'])
    await call('Alcove', 'open')
    await expect(launcher('Close chat')).toHaveCount(2)
    expect(await page.evaluate('opened')).toEqual(['Sales'])
  })

  await test.step('the end of one is not that of the other', async () => {
    await page.evaluate('Sales.destroy()')
    expect(await page.evaluate('[typeof Sales, typeof Alcove]')).toEqual(['undefined', 'function'])
    await expect(launcher('Close chat')).toHaveCount(1)
    await call('Alcove', 'close')
    await expect(launcher('Help')).toBeVisible()
  })
})
