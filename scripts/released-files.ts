import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** Archives with the loader and the frame of each release. */
const FOLDER = 'e2e/fixtures'
const FILE = /^v(\d+\.\d+\.\d+)\.json\.br$/
/** Compressed files are left out, because the build creates them from the others. */
const KEPT = /^(?:loader|frame)\/(?:.*\/)?[\w.-]+\.(?:js|css|html)$/

/** Texts by their paths below `dist`. */
export type ReleasedFiles = Readonly<Record<string, string>>

/** Archives the build of `version` for compatibility tests of later releases. Returns the file's path. */
export function keepRelease(root: string, version: string): string {
  const dist = join(root, 'dist')
  const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => KEPT.test(path))
    .toSorted()
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(dist, path), 'utf8')]),
  )
  const path = join(FOLDER, `v${version}.json.br`)
  writeFileSync(join(root, path), brotliCompressSync(JSON.stringify(files)))
  return path
}

/** Archived versions, the oldest first. */
export const listReleases = (root: string): string[] =>
  readdirSync(join(root, FOLDER))
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export function readRelease(root: string, version: string): ReleasedFiles {
  const packed = readFileSync(join(root, FOLDER, `v${version}.json.br`))
  return JSON.parse(brotliDecompressSync(packed).toString()) as ReleasedFiles
}

/** Versions in the changelog; unreleased changes have no number. */
export const listVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## v?(\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version)
