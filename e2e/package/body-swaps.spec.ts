import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

/** True in the long run: the libraries are installed from the registry. */
const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'

interface Library {
  readonly install: string
  /** Its script in the package. */
  readonly file: string
  /** Attributes of the body and of its link, and a script after the library's. */
  readonly body?: string
  readonly link?: string
  readonly start?: string
}

/** Libraries that replace the body on a visit, and run its scripts again. */
const LIBRARIES: Readonly<Record<string, Library>> = {
  Turbo: { install: '@hotwired/turbo', file: 'dist/turbo.es2017-umd.js' },
  htmx: { install: 'htmx.org@2', file: 'dist/htmx.min.js', body: 'hx-boost="true"' },
  Unpoly: {
    install: 'unpoly',
    file: 'unpoly.js',
    link: 'up-follow up-target="body"',
    start: 'up.fragment.config.runScripts = true',
  },
}

for (const [name, library] of IS_LONG ? Object.entries(LIBRARIES) : []) {
  test(`visits of ${name} with the tag in the body keep one chat, without a warning @long`, async ({
    page,
    site,
  }) => {
    const consumer = await createConsumer()
    await consumer.install([library.install])
    const [packageName = ''] = library.install.split(/(?<!^)@/)
    const file = join(consumer.folder, 'node_modules', packageName, library.file)
    const code = await readFile(file, 'utf8')
    site.answer('/library.js', () => code)
    const draw = (title: string, next: string, attributes = '') => ({
      html: `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,">
        <script src="/library.js"></script><script>${library.start ?? ''}</script></head>
        <body ${library.body ?? ''}><h1>${title}</h1><a href="/${next}.html" ${library.link ?? ''}>On</a>
        <script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-launcher-label="Help" ${attributes}></script></body></html>`,
    })
    site.add('/one.html', draw('One', 'two'))
    site.add('/two.html', draw('Two', 'three'))
    site.add('/three.html', draw('Three', 'other'))
    site.add('/other.html', draw('Other', 'one', 'data-theme="dark"'))
    const warnings: string[] = []
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()))

    await page.goto('/one.html')
    await expect(page.getByRole('button', { name: 'Help' })).toBeVisible()
    await page.evaluate('window.isFirst = true')
    for (const title of ['Two', 'Three']) {
      await page.getByRole('link', { name: 'On' }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    expect(warnings).toEqual([])

    // A tag that differs is told, which also shows that the scripts of a new body run.
    await page.getByRole('link', { name: 'On' }).click()
    await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible()
    await expect.poll(() => warnings).toEqual([expect.stringContaining('loaded twice')])
    expect(await page.evaluate('window.isFirst')).toBe(true)
    await expect(page.locator('alcove-root')).toHaveCount(1)
    await consumer.stop()
  })
}
