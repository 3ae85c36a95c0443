import { defineConfig } from 'vitest/config'
import { INTEGRATION_LIMIT_MS, UNIT_LIMIT_MS, WAIT_LIMIT_MS } from './scripts/test-limits.ts'
import { WaitersFirst } from './scripts/test-order.ts'

const WITH_SOCKETS = '**/*.integration.test.ts'
/** Folders in memory, because waiting for a disk adds nothing to a test. */
const IN_MEMORY = './scripts/vitest-memory.ts'
/** Limits of waits that suit a slow machine. */
const WAITS = './scripts/vitest-waits.ts'
/** Modules that are loading are waited for at the end of each file. */
const IMPORTS = './scripts/vitest-imports.ts'
const POLL = { poll: { timeout: WAIT_LIMIT_MS } }

/** Runs with an inspector, which counts the work of code loaded after it, and slows down all code. */
const ALONE = 'widget/markdown/hostile.long.test.ts'
/** Node reads the modules itself, as it does in production: nothing is transformed for each file. */
const AS_NODE_READS = { viteModuleRunner: false, nodeLoader: false }
/** They read modules of the loader, whose style sheets Vite alone can import. */
const WITH_STYLE_SHEETS = ['scripts/{states,waits}/*.test.ts']
/** Unit tests that run in a simulated document; all others run in Node alone. */
const WITH_DOCUMENT = [
  'widget/**/*.test.tsx',
  'desk/**/*.test.tsx',
  'widget/{host,markdown,preview,theme,ui}/**/*.test.ts',
  'widget/thread-list/grouped-threads.test.ts',
  'loader/**/*.test.ts',
  'npm/*.test.{ts,tsx}',
  'shared/later.test.ts',
  'site/playground/snippets.test.ts',
]

/** Unit tests are beside the code; `*.integration.test.ts` needs a database or a socket. */
export default defineConfig({
  test: {
    sequence: { sequencer: WaitersFirst },
    // Variations of claims that other tests already cover: only `npm run test:long` runs them.
    tags: [{ name: 'nightly' }],
    projects: [
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'node',
          environment: 'node',
          // Modules have no effects on import (checked by `npm run check`), so files share a process and
          // its loaded modules.
          isolate: false,
          experimental: AS_NODE_READS,
          include: ['{shared,server,scripts,bench}/**/*.test.ts'],
          testTimeout: UNIT_LIMIT_MS,
          hookTimeout: UNIT_LIMIT_MS,
          expect: POLL,
          setupFiles: WAITS,
          exclude: [WITH_SOCKETS, ...WITH_DOCUMENT, ...WITH_STYLE_SHEETS],
          globalSetup: IN_MEMORY,
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'frame',
          environment: 'node',
          isolate: false,
          include: ['{site,widget,desk}/**/*.test.ts', ...WITH_STYLE_SHEETS],
          testTimeout: UNIT_LIMIT_MS,
          hookTimeout: UNIT_LIMIT_MS,
          expect: POLL,
          setupFiles: [WAITS, IMPORTS],
          exclude: [WITH_SOCKETS, ...WITH_DOCUMENT],
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'dom',
          // The loader's style sheets are text in its scripts.
          css: { include: /\/loader\/.*\.css/ },
          environment: 'happy-dom',
          // Files also share a document, because React keeps the first one that it gets.
          isolate: false,
          setupFiles: ['./scripts/vitest-document.ts', WAITS, IMPORTS],
          include: WITH_DOCUMENT,
          testTimeout: UNIT_LIMIT_MS,
          hookTimeout: UNIT_LIMIT_MS,
          expect: POLL,
          exclude: [WITH_SOCKETS, ALONE],
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'alone',
          environment: 'happy-dom',
          include: [ALONE],
          testTimeout: UNIT_LIMIT_MS,
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'integration',
          environment: 'node',
          // As for unit tests: a process loads the server once, and not for each of its files.
          isolate: false,
          experimental: AS_NODE_READS,
          include: ['{shared,server,scripts,site,widget,desk,bench}/**/*.integration.test.ts'],
          globalSetup: [IN_MEMORY, './server/testing/vitest-services.ts'],
          setupFiles: WAITS,
          testTimeout: INTEGRATION_LIMIT_MS,
          hookTimeout: INTEGRATION_LIMIT_MS,
          expect: POLL,
        },
      },
    ],
  },
})
