import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { collectLicenses } from './scripts/third-party.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the desk. A separate configuration, because all environments of one share `base` and `root`. */
export default defineConfig({
  root: here('desk'),
  base: '/desk/',
  publicDir: false,
  plugins: [react(), collectLicenses(readFileSync(here('LICENSE'), 'utf8'), 'The desk').plugin],
  build: {
    outDir: here('dist/desk'),
    emptyOutDir: true,
    // Its policy allows no address but its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Tells the count of sizes which files the first page needs.
    manifest: true,
    target: 'es2022',
  },
})
