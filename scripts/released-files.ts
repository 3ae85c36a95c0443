import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** The loader and the frame of each release, in one file each. */
const FOLDER = 'e2e/fixtures'
const FILE = /^v(\d+\.\d+\.\d+)\.json\.br$/
/** Packed files are not kept: the build packs them again from the files that are. */
const KEPT = /^(?:loader|frame)\/(?:.*\/)?[\w.-]+\.(?:js|css|html)$/

/** Texts by their paths below `dist`. */
export type ReleasedFiles = Readonly<Record<string, string>>

/** Keeps what the build of `version` made, for tests of all later ones. Returns the file's path. */
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

/** The versions that were kept, the oldest first. */
export const listReleases = (root: string): string[] =>
  readdirSync(join(root, FOLDER))
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export function readRelease(root: string, version: string): ReleasedFiles {
  const packed = readFileSync(join(root, FOLDER, `v${version}.json.br`))
  return JSON.parse(brotliDecompressSync(packed).toString()) as ReleasedFiles
}

/** The versions that the changelog tells of; what is not released yet has no number. */
export const listVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## v?(\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version)
