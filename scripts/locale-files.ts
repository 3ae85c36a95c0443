import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { EnvironmentOptions } from 'vite'
import { REPOSITORY_ROOT } from './repository-root.ts'

const FOLDER = 'widget/i18n/locales'

/** Those that only help whoever develops are not built. */
const paths = globSync(`${FOLDER}/*.ts`, { cwd: REPOSITORY_ROOT })
  .filter((path) => !/-X[AB]\.ts$/.test(path))
  .toSorted()
  .map((path) => join(REPOSITORY_ROOT, path))

const HASH_LENGTH = 8
const hash = createHash('sha256')
  .update(paths.map((path) => readFileSync(path, 'utf8')).join())
  .digest('hex')
  .slice(0, HASH_LENGTH)

/**
 * The address of a language's file, with `*` for its tag. One hash for all: a table of 27 of them would be
 * another kilobyte of the frame's first file.
 */
export const localeFileFor = (command: 'build' | 'serve'): string =>
  command === 'serve' ? '/frame/i18n/locales/*.ts' : `./locale-*-${hash}.js`

/** Builds the frame's languages beside its other files: the name says which, and of which release. */
export const localesEnvironment: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: join(REPOSITORY_ROOT, 'dist/frame/assets'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: Object.fromEntries(paths.map((path) => [basename(path, '.ts'), path])),
      formats: ['es'],
      fileName: (_, name) => `locale-${name}-${hash}.js`,
    },
  },
}
