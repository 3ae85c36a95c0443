import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureProgram, isExecutable, mayInstall, type NeededProgram } from './debian-package.ts'

/** Debian's library folder, with a subfolder for each architecture. */
const LIBRARY_FOLDER = '/usr/lib'
const MINI_BROWSER = /^webkit2?gtk-[\d.]+$/

/** Firefox of this machine: `FIREFOX` if set, else the first one on the path. */
export const findFirefox = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  env['FIREFOX'] || findOnPath(['firefox-esr', 'firefox'], env)

/** Programs needed to run WebKitGTK without a screen. */
export interface WebKitPrograms {
  /** The WebDriver server, which starts the browser. */
  readonly driver: string
  /** WebKit's minimal browser. */
  readonly browser: string
  /** A virtual screen. */
  readonly screen: string
}

/** WebKitGTK of this machine; `undefined` if a part is missing. */
export function findWebKit(env: NodeJS.ProcessEnv = process.env): WebKitPrograms | undefined {
  const driver = findWebKitDriver(env)
  const browser = findMiniBrowser()
  const screen = findScreen(env)
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

/** A virtual screen and a keyboard for it, for keys that belong to the browser, not to the page. */
export interface ScreenPrograms {
  readonly screen: string
  readonly keyboard: string
}

/** `undefined` if a part is missing. */
export function findScreenPrograms(
  env: NodeJS.ProcessEnv = process.env,
): ScreenPrograms | undefined {
  const screen = findScreen(env)
  const keyboard = findKeyboard(env)
  return screen && keyboard ? { screen, keyboard } : undefined
}

const findKeyboard = (env = process.env) => findOnPath(['xdotool'], env)
const findWebKitDriver = (env = process.env) => findOnPath(['WebKitWebDriver'], env)
const findScreen = (env = process.env) => findOnPath(['Xvfb'], env)

function findMiniBrowser(): string | undefined {
  const machines = listFolder(LIBRARY_FOLDER).map((name) => join(LIBRARY_FOLDER, name))
  return machines
    .flatMap((folder) => listFolder(folder).map((name) => ({ folder, name })))
    .filter(({ name }) => MINI_BROWSER.test(name))
    .map(({ folder, name }) => join(folder, name, 'MiniBrowser'))
    .find(isExecutable)
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder is missing or not readable.
    return []
  }
}

/** A file in the folder of the machine's libraries, by its path below. */
export const findInLibraries = (path: string): string | undefined =>
  listFolder(LIBRARY_FOLDER)
    .map((name) => join(LIBRARY_FOLDER, name, path))
    .find((file) => existsSync(file))

/** The first of these programs on the path. */
export function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** Advice if the journeys of Firefox are skipped. */
export const FIREFOX_ADVICE =
  'There is no Firefox: install it (Debian: apt-get install firefox-esr), or set FIREFOX to its path.'
/** Advice if the journeys of WebKit are skipped. */
export const WEBKIT_ADVICE =
  'There is no WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver xvfb).'
/** Advice if tests with keys of the browser are skipped. */
export const SCREEN_ADVICE =
  'There is no screen with a keyboard: install them (Debian: apt-get install xvfb xdotool).'

const PROGRAMS: readonly NeededProgram[] = [
  { name: 'Firefox', debianPackage: 'firefox-esr', find: findFirefox, advice: FIREFOX_ADVICE },
  {
    name: 'WebKitGTK',
    debianPackage: 'webkit2gtk-driver',
    find: () => findWebKitDriver() && findMiniBrowser(),
    advice: WEBKIT_ADVICE,
  },
  { name: 'Xvfb', debianPackage: 'xvfb', find: findScreen, advice: WEBKIT_ADVICE },
  { name: 'xdotool', debianPackage: 'xdotool', find: findKeyboard, advice: SCREEN_ADVICE },
]

/** Installs Debian's Firefox and WebKitGTK if this process may; otherwise their journeys are skipped. */
export function ensureEngines(): void {
  if (mayInstall()) for (const program of PROGRAMS) ensureProgram(program)
}
