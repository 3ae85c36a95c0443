import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN_ROOT = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'postgres']
const INSTALL_LIMIT_MS = 10 * 60_000

/** The folder of `initdb` and `postgres`: Debian's newest, else one on the path. */
export function findPostgresPrograms(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...debianFolders(), ...onPath].find((folder) =>
    NEEDED.every((name) => isExecutable(join(folder, name))),
  )
}

/** Finds Postgres, or installs Debian's when this process may. Throws a sentence otherwise. */
export function ensurePostgresPrograms(): string {
  const found = findPostgresPrograms()
  if (found) return found
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    throw new Error(
      'The integration tests need Postgres: install it (Debian: apt-get install postgresql), or put the folder of its initdb on PATH.',
    )
  }
  console.log('Installing Postgres with apt, once.')
  apt(['update'])
  apt(['install', '--yes', '--no-install-recommends', 'postgresql'])
  const installed = findPostgresPrograms()
  if (!installed) throw new Error(`apt installed postgresql, but not below ${DEBIAN_ROOT}.`)
  return installed
}

function debianFolders(): string[] {
  try {
    return readdirSync(DEBIAN_ROOT)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_ROOT, version, 'bin'))
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function apt(args: readonly string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['--quiet', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`)
}
