import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import {
  DEBUG_INTEGRITY_PLACE,
  EXTRAS_INTEGRITY_PLACE,
  INTEGRITY_PLACE,
} from './scripts/integrity-place.ts'
import { addLocaleHashes, localesEnvironment } from './scripts/locale-files.ts'
import { collectLicenses } from './scripts/third-party.ts'
import { parseApiBase } from './widget/api/api-base.ts'
import { classicApp } from './scripts/classic-app.ts'
import { compileAhead } from './scripts/compile-ahead.ts'
import { addFirstPaint } from './scripts/first-paint.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string }

const {
  /** Address of the frame's server; see docs/building-your-own-frame.md. */
  ALCOVE_API_BASE,
  /** A module of the operator that creates the frame's client. */
  ALCOVE_CLOUD_CLIENT,
} = process.env

/** The loader's first file. Its style sheets stay as written: lowered, `:dir()` would depend on a language. */
const firstFile = (folder: string): BuildOptions => ({
  outDir: here(folder),
  emptyOutDir: true,
  target: 'es2022',
  cssTarget: false,
  lib: {
    entry: here('loader/auto.ts'),
    formats: ['iife'],
    name: 'AlcoveLoader',
    fileName: () => 'alcove.js',
  },
  rolldownOptions: { output: { topLevelVar: false } },
})

const licenses = collectLicenses(readFileSync(here('LICENSE'), 'utf8'))

/** The loader's later files, which are modules. */
const importedFile = (folder: string, part: 'panel' | 'extras' | 'debug'): BuildOptions => ({
  outDir: here(folder),
  emptyOutDir: false,
  target: 'es2022',
  cssTarget: false,
  lib: {
    entry: here(`loader/${part}/main.ts`),
    formats: ['es'],
    fileName: () => `alcove-${part}.js`,
  },
  // Minified for pages; vite would keep a library's lines for other bundlers.
  rolldownOptions: { output: { minify: true, comments: false } },
})

/** Folders of the frame that are separate files, loaded by an `import()` when a visitor needs them. */
const LAZY_FOLDERS = [
  'conversation/transports',
  'files/viewer',
  'markdown',
  'menu',
  'messages/tools/cards',
  'preview',
  'theme',
]

/** Modules of the file that loads as soon as the composer is usable: all others of the frame. */
const isNeededSoon = (id: string): boolean =>
  id.startsWith(here('widget/')) &&
  !LAZY_FOLDERS.some((folder) => id.startsWith(here(`widget/${folder}/`)))

/** Builds in order: each empties the folder that the next ones write to. */
const BUILT = [
  'client',
  'locales',
  'loader',
  'panel',
  'extras',
  'debug',
  'pinned',
  'pinnedPanel',
  'pinnedExtras',
  'npm',
]

const define = {
  ALCOVE_VERSION: JSON.stringify(version),
  ALCOVE_API_BASE: JSON.stringify(parseApiBase(ALCOVE_API_BASE)),
  ALCOVE_PANEL_INTEGRITY: "''",
  ALCOVE_EXTRAS_INTEGRITY: "''",
  ALCOVE_DEBUG_INTEGRITY: "''",
}

/** All builds: the frame (an app), the loader's scripts, and the npm entries. */
export default defineConfig({
  root: here('widget'),
  base: '/frame/',
  // `public/` holds host pages of another origin, which do not belong to the frame.
  publicDir: false,
  plugins: [
    react(),
    licenses.plugin,
    addLocaleHashes(),
    addFirstPaint(define),
    classicApp(),
    compileAhead(),
  ],
  define,
  resolve: {
    alias: ALCOVE_CLOUD_CLIENT
      ? [{ find: /^.*\/supplied-cloud\.ts$/, replacement: resolve(ALCOVE_CLOUD_CLIENT) }]
      : [],
  },
  worker: { format: 'es', plugins: () => [licenses.workerPlugin()] },
  builder: {
    async buildApp(builder) {
      for (const name of BUILT) await builder.build(builder.environments[name]!)
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
        rolldownOptions: {
          // Many modules of the later file are imported both statically and dynamically.
          checks: { ineffectiveDynamicImport: false, pluginTimings: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], priority: 3 },
                { name: 'later', test: isNeededSoon, priority: 2 },
                { name: 'markdown', test: /\/widget\/markdown\/[^/]+$/, priority: 1 },
                { name: 'cards', test: /\/widget\/messages\/tools\/cards\// },
              ],
            },
          },
        },
      },
    },
    locales: localesEnvironment,
    loader: { consumer: 'client', build: firstFile('dist/loader') },
    // The same for the folder of this version: `scripts/write-version.ts` inserts the hash of its second file.
    pinned: {
      consumer: 'client',
      build: firstFile('dist/pinned'),
      define: { ALCOVE_PANEL_INTEGRITY: JSON.stringify(INTEGRITY_PLACE) },
    },
    // The loader's second file: a module that the first imports when the chat is first used.
    panel: { consumer: 'client', build: importedFile('dist/loader', 'panel') },
    pinnedPanel: {
      consumer: 'client',
      build: importedFile('dist/pinned', 'panel'),
      define: { ALCOVE_EXTRAS_INTEGRITY: JSON.stringify(EXTRAS_INTEGRITY_PLACE) },
    },
    // The third file: for pages that place the chat.
    extras: { consumer: 'client', build: importedFile('dist/loader', 'extras') },
    pinnedExtras: {
      consumer: 'client',
      build: importedFile('dist/pinned', 'extras'),
      define: { ALCOVE_DEBUG_INTEGRITY: JSON.stringify(DEBUG_INTEGRITY_PLACE) },
    },
    // The fourth file: for the page's developer.
    debug: { consumer: 'client', build: importedFile('dist/loader', 'debug') },
    // The published package: bundlers of its users minify it, and need its comments until then.
    npm: {
      consumer: 'client',
      build: {
        outDir: here('dist/npm'),
        emptyOutDir: true,
        target: 'es2022',
        minify: false,
        lib: {
          entry: {
            alcove: here('npm/alcove.ts'),
            doctor: here('npm/doctor.ts'),
            element: here('npm/element.ts'),
            react: here('npm/react.tsx'),
            testing: here('npm/testing.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          external: /^react($|\/)/,
          output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
        },
      },
    },
  },
})
