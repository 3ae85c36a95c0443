// Installs packages that `npm install` left out, for scripts/node.mjs. Old syntax only, as in that file.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'

/**
 * Fetches missing platform packages. The platform parts of bundler, image library and tools are optional
 * packages: if the registry fails for one, `npm install` succeeds without it, or with an incomplete one.
 *
 * @throws Error with a sentence for the person who starts Alcove
 */
export async function completeNativePackages({ root, say, signal }) {
  for (const { path, name, entry, lack } of listMissing(root)) {
    const what = lack === MANIFEST ? 'which npm install left out' : 'which is here without ' + lack
    say('Fetching ' + name + ' ' + entry.version + ', ' + what + '.')
    try {
      await fetchPackage({
        name,
        entry,
        folder: join(root, 'node_modules', '.alcove'),
        place: join(root, path),
        look(folder) {
          const lacks = lackOf(folder)
          return lacks === undefined ? undefined : 'it came without its ' + lacks
        },
        say,
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw error
      throw new Error(
        `Alcove needs the package ${name}, ${what}, and fetching it failed ` +
          `(${error.message}). Check the network, and try again.`,
        { cause: error },
      )
    }
  }
}

const MANIFEST = 'package.json'
/** A folder or a program in a manifest's `files`; licences and the like may be missing from a package. */
const PART_PATTERN = /^(\.\/)?[a-z][\w/-]*$/

/** Packages for this platform that an installed package needs and that are missing or incomplete. */
function listMissing(root) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return []
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  const missing = new Map()
  for (const path of Object.keys(packages)) {
    const { optionalDependencies } = packages[path]
    // Packages that were left out on purpose (`--omit=dev`) lack nothing.
    if (!optionalDependencies || !existsSync(join(root, path, MANIFEST))) continue
    for (const name of Object.keys(optionalDependencies)) {
      const found = resolvePath(packages, path, name)
      const entry = packages[found]
      if (!entry || !isForHere(entry)) continue
      const lack = lackOf(join(root, found))
      if (lack !== undefined) missing.set(found, { path: found, name, entry, lack })
    }
  }
  return Array.from(missing.values())
}

/** The first file that a native package's manifest names and its folder lacks. */
function lackOf(folder) {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
    return filesOf(manifest).find((path) => !isFilled(join(folder, path)))
  } catch {
    // The folder is missing or incomplete.
    return MANIFEST
  }
}

/** The native file, if the manifest names it, and its entry files. */
function filesOf({ main, exports, files }) {
  const entries = [main].concat(Object.values(exports || {}))
  const named = entries.filter((path) => typeof path === 'string' && extname(path) !== '')
  const parts = (files || []).filter((path) => path.endsWith('.node') || PART_PATTERN.test(path))
  const all = named.concat(parts).filter((path) => !path.includes('*'))
  return all.map((path) => normalize(path))
}

/** Whether the path is a non-empty file, or a folder with files. */
function isFilled(path) {
  if (!existsSync(path)) return false
  const stats = statSync(path)
  return stats.isDirectory() ? readdirSync(path).length > 0 : stats.size > 0
}

/** The folder in which Node finds a package for an import from `path`: the nearest `node_modules` upwards. */
function resolvePath(packages, path, name) {
  let base = path
  while (base !== '' && !packages[base + '/node_modules/' + name]) {
    base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))
  }
  return (base === '' ? '' : base + '/') + 'node_modules/' + name
}

/** Whether a lock file entry is limited to a platform, and matches this one. */
export function isForHere({ os, cpu, libc }) {
  if (!os && !cpu) return false
  return (
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes(libcOfHere()))
  )
}

function libcOfHere() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
