import { readSourceFile } from './architecture/source-file.ts'
import { findReachableFiles } from './reachable-files.ts'

/** The npm packages that these files import, directly or through other files of the repository, sorted. */
export function findImportedPackages(root: string, entries: readonly string[]): string[] {
  const names = [...findReachableFiles(root, entries)]
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readSourceFile(root, path).packages)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map(nameOf)
  return [...new Set(names)].toSorted()
}

/** The package's name, for example `hono` of `hono/body-limit`. */
const nameOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
