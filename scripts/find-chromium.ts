import { delimiter, join } from 'node:path'
import { ensureProgram, isExecutable } from './debian-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** For a browser that talks to nobody but this machine. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The browser of the end-to-end tests: `CHROMIUM` if set, else the first one on the path. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM']
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...candidates, ...APPLICATIONS].find(isExecutable)
}

/** Finds Chromium, or installs Debian's when this process may. Throws a sentence otherwise. */
export const ensureChromium = (): string =>
  ensureProgram({
    name: 'Chromium',
    debianPackage: 'chromium',
    find: findChromium,
    advice:
      'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  })
