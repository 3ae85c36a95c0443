import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSources } from './architecture/list-sources.ts'
import { readSourceFile } from './architecture/source-file.ts'
import { findReachableFiles } from './reachable-files.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

// The compiler is installed as `tsc`: under its own name it answers an optional wish of valibot's, and npm would
// put its 31 MB into every production install.

/** Of the server all: some of it runs as processes of their own, which nothing imports. */
const SERVER = /^server\/(?!testing\/)(?!.*\.(test|test-support)\.ts$)/
const START = 'scripts/start.ts'

const { dependencies } = JSON.parse(
  readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8'),
) as { dependencies: Readonly<Record<string, string>> }

/** `hono` of `hono/body-limit`. */
const nameOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

test('a production install has what the server and its command line import, and nothing else', () => {
  const server = listSources(REPOSITORY_ROOT).filter((path) => SERVER.test(path))
  const imported = [...findReachableFiles(REPOSITORY_ROOT, [...server, START])]
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readSourceFile(REPOSITORY_ROOT, path).packages)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map(nameOf)

  expect(Object.keys(dependencies).toSorted()).toEqual([...new Set(imported)].toSorted())
})
