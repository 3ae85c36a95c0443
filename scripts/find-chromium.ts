import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const INSTALL_LIMIT_MS = 10 * 60_000

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser of the end-to-end tests: `CHROMIUM` if set, else the first one on the path. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM']
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...candidates, ...APPLICATIONS].find(isExecutable)
}

/** Finds Chromium, or installs Debian's when this process may. Throws a sentence otherwise. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    throw new Error(
      'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
    )
  }
  console.log('Installing Chromium with apt, once.')
  apt(['update'])
  apt(['install', '--yes', '--no-install-recommends', 'chromium'])
  const installed = findChromium()
  if (!installed) throw new Error('apt installed chromium, but there is no such command.')
  return installed
}

function apt(args: readonly string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['--quiet', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`)
}
