import { test as base } from '../fixtures.ts'
import { startMarkdownPage, type MarkdownPage } from './start-markdown-page.ts'
import { startSink, type Sink } from './start-sink.ts'
import { createWatch, type Watch } from './watch.ts'

/** True for the full counts of `npm run test:long`; otherwise a sample. */
export const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'

interface TestFixtures {
  /** Records all effects of a hostile text in any document of the test. */
  readonly watch: Watch
  readonly sink: Sink
  readonly markdownPage: MarkdownPage
}

export const test = base.extend<TestFixtures>({
  sink: async ({ shared }, use) => use(await shared('sink', startSink)),
  markdownPage: async ({ shared, alcove }, use) => {
    const frame = `http://localhost:${alcove.port}/frame`
    await use(await shared('markdown page', () => startMarkdownPage(frame)))
  },
  watch: async ({ context, site, alcove }, use) => {
    const own = [`http://localhost:${site.port}`, `http://localhost:${alcove.port}`]
    await use(await createWatch(context, { own }))
  },
})

export { expect } from '@playwright/test'
