import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCompiler } from './compiler.ts'

/** Settings that the build writes into the frame. */
export const BUILD_SETTINGS = ['ALCOVE_API_BASE', 'ALCOVE_CLOUD_CLIENT'] as const
const TEST_PATTERN = /\.test\.tsx?$/

/** A build: its sources, its outputs, and the file with its stamp. */
interface Build {
  readonly folders: readonly string[]
  readonly files: readonly string[]
  readonly outputs: readonly string[]
  /** Outputs that only the compiler makes, which may be missing. */
  readonly compiled?: readonly string[]
  readonly settings: readonly string[]
  readonly stamp: string
}

/** Loader, frame, desk and npm package. */
const PRODUCT: Build = {
  folders: ['loader', 'npm', 'widget', 'desk', 'shared'],
  files: [
    'vite.config.ts',
    'vite.desk.config.ts',
    'scripts/classic-app.ts',
    'scripts/first-paint.ts',
    'scripts/locale-files.ts',
    'package.json',
    'package-lock.json',
  ],
  outputs: [
    'dist/loader/alcove.js',
    'dist/loader/alcove-panel.js',
    'dist/loader/alcove-extras.js',
    'dist/loader/alcove-debug.js',
    'dist/npm/package.json',
    'dist/v',
    'dist/frame/index.html',
    'dist/desk/index.html',
  ],
  compiled: ['dist/npm/alcove.d.ts'],
  settings: BUILD_SETTINGS,
  stamp: 'dist/build-stamp',
}

/** Documentation and playground, which reads the product's options. */
export const SITE: Build = {
  folders: ['docs', 'site', 'loader', 'npm', 'shared', 'scripts/reference'],
  files: [
    'widget/theme/tokens.css',
    'scripts/build-site.ts',
    'scripts/site-policy.ts',
    'package.json',
    'package-lock.json',
  ],
  outputs: [
    'dist/site/docs/index.html',
    'dist/site/playground/index.html',
    'dist/site/playground/preview.html',
  ],
  settings: [],
  stamp: 'dist/site-stamp',
}

/**
 * A hash of all files that the build reads. Modification times are not enough: checking out another commit
 * changes files without making them newer than the build.
 */
export function hashSources(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  build: Build = PRODUCT,
): string {
  const hash = createHash('sha256')
  // Unset and empty settings differ.
  for (const name of build.settings) hash.update(JSON.stringify([name, env[name] ?? null]))
  const paths = build.folders.flatMap((folder) =>
    existsSync(join(root, folder)) ? listFiles(root, folder) : [],
  )
  for (const path of [...paths, ...build.files].filter((path) => !TEST_PATTERN.test(path)).sort()) {
    hash.update(`${path}\0`)
    if (existsSync(join(root, path))) hash.update(readFileSync(join(root, path)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/** Whether `dist` holds a build, current or stale. */
export const isBuilt = (root: string, build: Build = PRODUCT): boolean =>
  [...build.outputs, ...(hasCompiler(root) ? (build.compiled ?? []) : []), build.stamp].every(
    (path) => existsSync(join(root, path)),
  )

/** Whether `dist` holds a build of the current sources. */
export function isBuildFresh(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  build: Build = PRODUCT,
): boolean {
  if (!isBuilt(root, build)) return false
  return readFileSync(join(root, build.stamp), 'utf8') === hashSources(root, env, build)
}

/** Records what was built. `hash` is from before the build, so that a file saved meanwhile makes it stale. */
export function stampBuild(root: string, hash: string, build: Build = PRODUCT): void {
  writeFileSync(join(root, build.stamp), hash)
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
}
