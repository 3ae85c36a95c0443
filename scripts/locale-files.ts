import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { EnvironmentOptions, Plugin } from 'vite'
import { REPOSITORY_ROOT } from './repository-root.ts'

const FOLDER = 'widget/i18n/locales'
const HASH_LENGTH = 8

/** Locales of the build, by tag. Pseudo locales are for development only. */
const findLocales = (root: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(`${FOLDER}/*.ts`, { cwd: root })
      .filter((path) => !/-X[AB]\.ts$/.test(path))
      .toSorted()
      .map((path) => [basename(path, '.ts'), join(root, path)]),
  )

/** Content hashes of the locales, by tag. */
export function hashLocales(root: string): Readonly<Record<string, string>> {
  const hashes = [...findLocales(root)].map(([tag, path]) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    return [tag, hash.slice(0, HASH_LENGTH)]
  })
  return Object.fromEntries(hashes)
}

/**
 * Writes the hashes of the locales' files into the frame's document, which browsers revalidate each time. In
 * a script they would change that script's name with every translation. The dev server serves sources
 * instead.
 */
export function addLocaleHashes(): Plugin {
  return {
    name: 'alcove-add-locale-hashes',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'locales' },
        children: JSON.stringify(hashLocales(REPOSITORY_ROOT)),
        injectTo: 'head',
      },
    ],
  }
}

/** Builds a file for each locale, beside the frame's other files. */
export const localesEnvironment: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: join(REPOSITORY_ROOT, 'dist/frame/assets'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: Object.fromEntries(findLocales(REPOSITORY_ROOT)),
      formats: ['es'],
      fileName: (_, name) => `locale-${name}-${hashLocales(REPOSITORY_ROOT)[name]}.js`,
    },
    // As for the loader: vite would keep a library's lines for other bundlers.
    rolldownOptions: { output: { minify: true, comments: false } },
  },
}
