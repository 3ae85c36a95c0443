import { defineConfig } from 'vitest/config'

/** A fuzz test takes seconds where the machine has other work: that is no test that hangs. */
const UNIT_LIMIT_MS = 20_000

/** Unit tests stand beside the code; `*.integration.test.ts` needs a database or a socket. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'node',
          environment: 'node',
          // No module of ours does anything when it is imported (`npm run check` sees to it), so files
          // share a process and what it has loaded. Those with a document cannot: React keeps the first.
          isolate: false,
          include: ['{shared,server,scripts,bench}/**/*.test.ts'],
          testTimeout: UNIT_LIMIT_MS,
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{loader,widget}/**/*.test.{ts,tsx}'],
          testTimeout: UNIT_LIMIT_MS,
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'integration',
          environment: 'node',
          include: ['{shared,server,scripts,widget,bench}/**/*.integration.test.ts'],
          globalSetup: './scripts/vitest-services.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
