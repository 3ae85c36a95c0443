import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { readEventNames, readOptions, readProductTypes } from '../scripts/reference/read-options.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const types = readProductTypes(here('..'))

/** Builds the playground: a page with every option of the product, and the host page for its preview. */
export default defineConfig({
  root: here('playground'),
  base: '/playground/',
  publicDir: false,
  plugins: [react()],
  define: {
    ALCOVE_OPTIONS: JSON.stringify(readOptions(types)),
    ALCOVE_EVENTS: JSON.stringify(readEventNames(types)),
  },
  build: {
    outDir: here('../dist/site/playground'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('playground/index.html'), here('playground/preview.html')],
    },
  },
})
