import { defineConfig } from 'vitest/config'

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
          include: ['{shared,server,scripts,bench}/**/*.test.ts'],
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
