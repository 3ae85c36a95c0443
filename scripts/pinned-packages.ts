/** A package in a lock file. */
interface LockEntry {
  readonly version?: string
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** npm's lock file; packages by their place. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

const FOLDER = 'node_modules/'

/**
 * These packages and all that they need, each with the version of the lock file. A package that lists them all
 * installs the tested versions also from a tarball, for which npm reads no lock file. Packages of one platform are
 * left out: those that need them name their version exactly.
 */
export function pinPackages(
  { packages }: LockFile,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const reached = new Map<string, string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entry = packages[FOLDER + name]
    if (reached.has(name) || entry?.version === undefined || entry.optional) continue
    reached.set(name, entry.version)
    const { dependencies, peerDependencies = {}, peerDependenciesMeta } = entry
    const peers = Object.keys(peerDependencies)
    const needed = peers.filter((peer) => peerDependenciesMeta?.[peer]?.optional !== true)
    waiting.push(...Object.keys(dependencies ?? {}), ...needed)
  }
  return Object.fromEntries([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
