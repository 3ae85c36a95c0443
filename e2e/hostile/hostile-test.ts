import { test as base } from '../fixtures.ts'
import { startSink, type Sink } from './start-sink.ts'
import { createWatch, type Watch } from './watch.ts'

/** The full counts of `npm run test:long`; otherwise a sample. */
export const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'

interface TestFixtures {
  /** Sees whatever a hostile text brings about in any document of the test. */
  readonly watch: Watch
}

interface WorkerFixtures {
  readonly sink: Sink
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sink: [
    async ({}, use) => {
      const sink = await startSink()
      await use(sink)
      await sink.stop()
    },
    { scope: 'worker' },
  ],
  watch: async ({ context, site, alcove }, use) => {
    const own = [`http://localhost:${site.port}`, `http://localhost:${alcove.port}`]
    await use(await createWatch(context, { own }))
  },
})

export { expect } from '@playwright/test'
