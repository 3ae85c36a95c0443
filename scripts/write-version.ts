import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEBUG_INTEGRITY_PLACE,
  EXTRAS_INTEGRITY_PLACE,
  INTEGRITY_PLACE,
} from './integrity-place.ts'

/** An unreleased version. */
const UNRELEASED = /-dev\b/
/** Digits of the hash that distinguish builds of an unreleased version. */
const BUILD_DIGITS = 8

/**
 * Writes the loader's four files into `dist/v/<version>/`, each with the hash of the file that it imports,
 * and a manifest with the hashes of all. Released files never change: folders of other releases stay, and
 * each build of an unreleased version has its own folder, which the next build removes.
 *
 * @returns the folder's name.
 * @throws if this version was already built with other contents.
 */
export function writeVersion(root: string): string {
  const version = readVersion(root)
  const debug = readFileSync(join(root, 'dist/loader/alcove-debug.js'), 'utf8')
  const extras = readFileSync(join(root, 'dist/pinned/alcove-extras.js'), 'utf8').replace(
    DEBUG_INTEGRITY_PLACE,
    hashOf('sha256', debug),
  )
  const panel = readFileSync(join(root, 'dist/pinned/alcove-panel.js'), 'utf8').replace(
    EXTRAS_INTEGRITY_PLACE,
    hashOf('sha256', extras),
  )
  const loader = readFileSync(join(root, 'dist/pinned/alcove.js'), 'utf8').replace(
    INTEGRITY_PLACE,
    hashOf('sha256', panel),
  )
  const isUnreleased = UNRELEASED.test(version)
  const build = createHash('sha256').update(loader).digest('hex').slice(0, BUILD_DIGITS)
  const name = isUnreleased ? `${version}.${build}` : version
  const files = {
    'alcove.js': loader,
    'alcove-panel.js': panel,
    'alcove-extras.js': extras,
    'alcove-debug.js': debug,
  }
  const integrity = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, { integrity: hashOf('sha384', text) }]),
  )
  const manifest = `${JSON.stringify({ version: name, files: integrity }, null, 2)}\n`
  const versions = join(root, 'dist/v')
  const folder = join(versions, name)
  mkdirSync(versions, { recursive: true })
  for (const other of readdirSync(versions)) {
    if (UNRELEASED.test(other) && other !== name) rmSync(join(versions, other), { recursive: true })
  }
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries({ ...files, 'manifest.json': manifest })) {
    keep(join(folder, file), text)
  }
  return name
}

/**
 * The name of this version's folder.
 *
 * @throws if there is none.
 */
export function findVersion(root: string): string {
  const version = readVersion(root)
  const names = readdirSync(join(root, 'dist/v'))
  const found = names.find((name) => name === version || name.startsWith(`${version}.`))
  if (found === undefined) throw new Error(`dist/v has no ${version}: run npm run build first.`)
  return found
}

const readVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** A hash in the format of a tag's `integrity`. */
const hashOf = (algorithm: 'sha256' | 'sha384', text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/** Writes a file; refuses to change an existing one, because pages rely on its hash. */
function keep(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (readFileSync(path, 'utf8') === text) return
    throw new Error(
      `${path} is there already and says something else: give package.json another version, or remove the folder if no page asks for it.`,
      { cause: error },
    )
  }
}
