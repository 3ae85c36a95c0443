import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureProgram, isExecutable } from './debian-package.ts'

const DEBIAN_ROOT = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'postgres']

/** The folder of `initdb` and `postgres`: Debian's newest, else one on the path. */
export function findPostgresPrograms(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...debianFolders(), ...onPath].find((folder) =>
    NEEDED.every((name) => isExecutable(join(folder, name))),
  )
}

/** Finds Postgres, or installs Debian's package if this process may. Throws a sentence otherwise. */
export const ensurePostgresPrograms = (): string =>
  ensureProgram({
    name: 'Postgres',
    debianPackage: 'postgresql',
    find: findPostgresPrograms,
    advice:
      'The integration tests need Postgres: install it (Debian: apt-get install postgresql), or put the folder of its initdb on PATH.',
  })

function debianFolders(): string[] {
  try {
    return readdirSync(DEBIAN_ROOT)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_ROOT, version, 'bin'))
  } catch {
    return []
  }
}
