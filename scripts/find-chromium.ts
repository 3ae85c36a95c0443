import { delimiter, join } from 'node:path'
import { ensureProgram, isExecutable } from './debian-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without windows: the same engine, with a third less work to start and to draw. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Flags for a browser that connects only to this machine. */
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
  return [...listPlaces(NAMES, env), ...APPLICATIONS].find(isExecutable)
}

/**
 * The browser of tests that need no window, profile or history: the headless shell on the path. With
 * `CHROMIUM` set, or without a shell, the result of `findChromium`.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM']
  return listPlaces(SHELL_NAMES, env).find(isExecutable) ?? findChromium(env)
}

function listPlaces(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Finds Chromium, or installs Debian's package if this process may. Throws a sentence otherwise. */
export const ensureChromium = (): string =>
  ensureProgram({
    name: 'Chromium',
    debianPackage: 'chromium',
    find: findChromium,
    advice:
      'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  })

/** Installs Debian's headless shell if this process may; otherwise the whole browser is used. */
export function ensureHeadlessShell(): void {
  if (process.env['CHROMIUM'] || listPlaces(SHELL_NAMES, process.env).some(isExecutable)) return
  try {
    ensureProgram({
      name: 'the headless shell of Chromium',
      debianPackage: 'chromium-headless-shell',
      find: () => listPlaces(SHELL_NAMES, process.env).find(isExecutable),
      advice: 'There is no headless shell.',
    })
  } catch {
    // Tests take longer without it, with the same results.
  }
}
