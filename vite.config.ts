import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string }

/** Two builds from one file: the frame (an app) and the loader (one script without imports). */
export default defineConfig({
  root: here('widget'),
  base: '/frame/',
  // `public/` holds host pages of another origin; nothing of it belongs into the frame.
  publicDir: false,
  plugins: [react()],
  define: { __ALCOVE_VERSION__: JSON.stringify(version) },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!)
      await builder.build(builder.environments['loader']!)
    },
  },
  environments: {
    client: {
      build: {
        outDir: here('dist/frame'),
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2022',
        manifest: true,
      },
    },
    loader: {
      consumer: 'client',
      build: {
        outDir: here('dist/loader'),
        emptyOutDir: true,
        target: 'es2022',
        lib: {
          entry: here('loader/auto.ts'),
          formats: ['iife'],
          name: 'AlcoveLoader',
          fileName: () => 'alcove.js',
        },
      },
    },
  },
})
