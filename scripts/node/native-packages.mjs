// Completes what `npm install` left out, for scripts/node.mjs. Old syntax only, as there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'

/**
 * The parts that bundler, image library and tools have for each platform are optional packages: when
 * the registry stumbles over one, `npm install` ends well without it. Those are fetched here.
 *
 * @throws Error with a sentence for whoever started Alcove
 */
export async function completeNativePackages({ root, say, signal }) {
  for (const { path, name, entry } of listMissing(root)) {
    say('Fetching ' + name + ' ' + entry.version + ', which npm install left out.')
    try {
      await fetchPackage({
        name,
        entry,
        folder: join(root, 'node_modules', '.alcove'),
        place: join(root, path),
        look: (folder) => (isThere(folder) ? undefined : 'it came without its package.json'),
        say,
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw error
      throw new Error(
        `Alcove needs the package ${name}, which npm install left out, and fetching it failed ` +
          `(${error.message}). Check the network, and try again.`,
        { cause: error },
      )
    }
  }
}

/** Packages of this platform that an installed one asks for and that are not there. */
function listMissing(root) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return []
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  const missing = new Map()
  for (const path of Object.keys(packages)) {
    const { optionalDependencies } = packages[path]
    // Of what was left out on purpose (`--omit=dev`), nothing is missing.
    if (!optionalDependencies || !isThere(join(root, path))) continue
    for (const name of Object.keys(optionalDependencies)) {
      const found = resolvePath(packages, path, name)
      const entry = packages[found]
      if (!entry || !isForHere(entry) || isThere(join(root, found))) continue
      missing.set(found, { path: found, name, entry })
    }
  }
  return Array.from(missing.values())
}

const isThere = (folder) => existsSync(join(folder, 'package.json'))

/** Where Node finds a package that one at `path` imports: the nearest `node_modules` upwards. */
function resolvePath(packages, path, name) {
  let base = path
  while (base !== '' && !packages[base + '/node_modules/' + name]) {
    base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))
  }
  return (base === '' ? '' : base + '/') + 'node_modules/' + name
}

/** Whether an entry of a lock file is for one platform, and for this one. */
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
