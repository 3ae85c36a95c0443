import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSources } from './architecture/list-sources.ts'
import { findImportedPackages } from './imported-packages.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

// The compiler is installed as `tsc`: under its own name it would match an optional peer dependency of
// valibot, and npm would add its 31 MB to every production install.

/** All server files, because some run as separate processes that no module imports. */
const SERVER = /^server\/(?!(?:.*\/)?testing\/)(?!.*\.(test|test-support)\.ts$)/
const START = 'scripts/start.ts'

const { dependencies } = JSON.parse(
  readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8'),
) as { dependencies: Readonly<Record<string, string>> }

test('a production install has what the server and its command line import, and nothing else', () => {
  const server = listSources(REPOSITORY_ROOT).filter((path) => SERVER.test(path))
  expect(Object.keys(dependencies).toSorted()).toEqual(
    findImportedPackages(REPOSITORY_ROOT, [...server, START]),
  )
})
