import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE_FOLDERS = ['loader', 'npm', 'widget', 'shared']
const SOURCE_FILES = ['vite.config.ts', 'package.json', 'package-lock.json']
const OUTPUTS = [
  'dist/loader/alcove.js',
  'dist/loader/alcove-panel.js',
  'dist/loader/alcove-extras.js',
  'dist/npm/package.json',
  'dist/frame/index.html',
]
/** Settings that the build puts into the frame. */
export const BUILD_SETTINGS = ['ALCOVE_API_BASE', 'ALCOVE_CLOUD_CLIENT'] as const
const STAMP = 'dist/build-stamp'
const TEST_PATTERN = /\.test\.tsx?$/

/**
 * One hash over all that the build reads. Contents, not times: a checkout of another commit changes
 * files without making them newer than the build.
 */
export function hashSources(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256')
  // Unset and empty are two different things.
  for (const name of BUILD_SETTINGS) hash.update(JSON.stringify([name, env[name] ?? null]))
  const paths = SOURCE_FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder)) ? listFiles(root, folder) : [],
  )
  for (const path of [...paths, ...SOURCE_FILES]
    .filter((path) => !TEST_PATTERN.test(path))
    .sort()) {
    hash.update(`${path}\0`)
    if (existsSync(join(root, path))) hash.update(readFileSync(join(root, path)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/** Whether `dist` holds a build, of these sources or of others. */
export const isBuilt = (root: string): boolean =>
  [...OUTPUTS, STAMP].every((path) => existsSync(join(root, path)))

/** Whether `dist` holds what the sources of now would give. */
export function isBuildFresh(root: string, env: NodeJS.ProcessEnv = process.env): boolean {
  if (!isBuilt(root)) return false
  return readFileSync(join(root, STAMP), 'utf8') === hashSources(root, env)
}

/** Remembers what was built. `hash` is of before the build: a file saved meanwhile is not in it. */
export function stampBuild(root: string, hash: string): void {
  writeFileSync(join(root, STAMP), hash)
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
}
