import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INSTALL_LIMIT_MS = 10 * 60_000
const LOCK_FILE = join(tmpdir(), 'alcove-apt.lock')

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface NeededProgram {
  /** Name for people, for example `Chromium`. */
  readonly name: string
  readonly debianPackage: string
  /** Returns the program's path; `undefined` if it is not installed. */
  readonly find: () => string | undefined
  /** Instructions for installing it by hand, in a sentence. */
  readonly advice: string
}

/** Whether this process may install Debian packages. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')

/** Finds a program, or installs Debian's package if this process may. Throws a sentence otherwise. */
export function ensureProgram({ name, debianPackage, find, advice }: NeededProgram): string {
  const found = find()
  if (found) return found
  if (!mayInstall()) throw new Error(advice)
  console.log(`Installing ${name} with apt, once.`)
  apt(['update'])
  apt(['install', '--yes', '--no-install-recommends', debianPackage])
  const installed = find()
  if (!installed) throw new Error(`apt installed ${debianPackage}, but ${name} is not to be found.`)
  return installed
}

function apt(args: readonly string[]): void {
  // Tests install side by side, and apt refuses to run twice at once.
  const { status, stderr } = spawnSync('flock', [LOCK_FILE, 'apt-get', '--quiet', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`)
}
