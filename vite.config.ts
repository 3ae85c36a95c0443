import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import { fileOf } from './scripts/frame-files.ts'
import { EXTRAS_INTEGRITY_PLACE, INTEGRITY_PLACE } from './scripts/integrity-place.ts'
import { localeFileFor, localesEnvironment } from './scripts/locale-files.ts'
import { collectLicenses } from './scripts/third-party.ts'
import { parseApiBase } from './widget/api/api-base.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string }

const {
  /** Where the frame's server is; see docs/building-your-own-frame.md. */
  ALCOVE_API_BASE,
  /** A module of the operator's own that makes the frame's client. */
  ALCOVE_CLOUD_CLIENT,
} = process.env

/**
 * Tells V8 to compile a file of the frame while it comes, beside the page's own thread, and not each
 * function when it is first called: on a slow phone that first call is a key that hangs. Each file is
 * fetched when it is wanted, so most of it runs. Others read a comment.
 */
function compileAhead(): Plugin {
  return {
    name: 'alcove-compile-ahead',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After all that writes at the top: there alone it is read.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** Nothing of the loader is made with `new`, so each of its functions can be an arrow. */
const LOADER_FOLDS = { passes: 3, sequences: false, unsafe_arrows: true, ecma: 2020 } as const

/**
 * Folds what the bundler's own minifier leaves, in what somebody waits for: a tenth of the loader's
 * second file, 50 bytes of its first, 500 of the frame's. The rest would take ten seconds of each build.
 */
function minifyFurther(): Plugin {
  return {
    name: 'alcove-minify-further',
    applyToEnvironment: ({ name }) => name !== 'npm',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { minify } = await import('terser')
        const compress = this.environment.name === 'client' ? { passes: 2 } : LOADER_FOLDS
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.isEntry) continue
          const module = file.exports.length > 0
          const { code } = await minify(file.code, { module, ecma: 2020, compress })
          if (code) file.code = code
        }
      },
    },
  }
}

/**
 * Tells the build that whoever makes a schema does nothing else, so that the server's half of a contract
 * is in no file of the frame: nothing there reads it.
 */
function markSchemas(): Plugin {
  const makers =
    /\b(?:v\.(?!parse|safeParse|is\b)\w+|pageLimit|wholeNumber|arrayUpTo|looseObjectUpTo)\(/g
  return {
    name: 'alcove-mark-schemas',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/shared\/wire\/[^/]*\.ts$/ },
      handler: (code) => code.replace(makers, '/* @__PURE__ */ $&'),
    },
  }
}

/** Styles that are text in a script keep their lines for people only. */
function joinStyleLines(): Plugin {
  return {
    name: 'alcove-join-style-lines',
    applyToEnvironment: ({ name }) => /^(panel|pinnedPanel|extras)$/.test(name),
    transform: {
      filter: { id: /\/(panel\/styles|extras\/place-css)\.ts$/ },
      order: 'pre',
      handler: (code) => code.replace(/`[^`]*`/g, (text) => text.replace(/\s*\n\s*/g, '')),
    },
  }
}

/** The loader's first file. */
const firstFile = (folder: string): BuildOptions => ({
  outDir: here(folder),
  emptyOutDir: true,
  target: 'es2022',
  lib: {
    entry: here('loader/auto.ts'),
    formats: ['iife'],
    name: 'AlcoveLoader',
    fileName: () => 'alcove.js',
  },
  // With `const` the constants of a module itself stand where they are used, too.
  rolldownOptions: { output: { topLevelVar: false } },
})

const licenses = collectLicenses(readFileSync(here('LICENSE'), 'utf8'))

/** The loader's second file or its third: a module. */
const importedFile = (folder: string, part: 'panel' | 'extras'): BuildOptions => ({
  outDir: here(folder),
  emptyOutDir: false,
  target: 'es2022',
  lib: {
    entry: here(`loader/${part}/main.ts`),
    formats: ['es'],
    fileName: () => `alcove-${part}.js`,
  },
})

/** In this order: each empties the folder that the next ones write to. */
const BUILT = ['client', 'locales', 'loader', 'panel', 'extras', 'pinned', 'pinnedPanel', 'npm']

/** All builds from one file: the frame (an app), the loader's two scripts, and the npm entry. */
export default defineConfig(({ command }) => ({
  root: here('widget'),
  base: '/frame/',
  // `public/` holds host pages of another origin; nothing of it belongs into the frame.
  publicDir: false,
  plugins: [react(), licenses.plugin, markSchemas(), minifyFurther(), compileAhead(), joinStyleLines()],
  define: {
    ALCOVE_VERSION: JSON.stringify(version),
    ALCOVE_API_BASE: JSON.stringify(parseApiBase(ALCOVE_API_BASE)),
    ALCOVE_PANEL_INTEGRITY: "''",
    ALCOVE_EXTRAS_INTEGRITY: "''",
    ALCOVE_LOCALE_FILE: JSON.stringify(localeFileFor(command)),
  },
  resolve: {
    alias: ALCOVE_CLOUD_CLIENT
      ? [{ find: /^.*\/supplied-cloud\.ts$/, replacement: resolve(ALCOVE_CLOUD_CLIENT) }]
      : [],
  },
  worker: { format: 'es', plugins: () => [licenses.workerPlugin()] },
  // A constant stands where it is used: a name for it is bytes that every visitor loads.
  build: { rolldownOptions: { optimization: { inlineConst: true } } },
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
          // Many parts of the later file are wanted both ways; what folds further takes its time.
          checks: { ineffectiveDynamicImport: false, pluginTimings: false },
          output: {
            codeSplitting: {
              groups: [{ name: fileOf, debugName: 'frame' }],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    },
    locales: localesEnvironment,
    loader: { consumer: 'client', build: firstFile('dist/loader') },
    // The same for the folder of this version: `scripts/write-version.ts` says what its second file must be.
    pinned: {
      consumer: 'client',
      build: firstFile('dist/pinned'),
      define: { ALCOVE_PANEL_INTEGRITY: JSON.stringify(INTEGRITY_PLACE) },
    },
    // The loader's second file: a module that the first imports when somebody wants the chat.
    panel: { consumer: 'client', build: importedFile('dist/loader', 'panel') },
    pinnedPanel: {
      consumer: 'client',
      build: importedFile('dist/pinned', 'panel'),
      define: { ALCOVE_EXTRAS_INTEGRITY: JSON.stringify(EXTRAS_INTEGRITY_PLACE) },
    },
    // Its third: for pages that say where the chat stands.
    extras: { consumer: 'client', build: importedFile('dist/loader', 'extras') },
    // The published package: its bundlers make it small, and need its comments until then.
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
          },
          formats: ['es'],
        },
        rolldownOptions: {
          external: ['react'],
          output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
        },
      },
    },
  },
}))
