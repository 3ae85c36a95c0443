import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { flattenOptions, type HostOptions, type PageOptions } from '../page-options.ts'

/** What the launcher's own options can be, in words. What else is given, the frame reads and answers. */
const EXPECTED: Readonly<Partial<Record<keyof HostOptions, string>>> = {
  theme: 'auto, light or dark',
  position: 'bottom-end, bottom-start, top-end or top-start',
  offsetX: '0 to 9999',
  offsetY: '0 to 9999',
  zIndex: 'a whole number',
  launcherLabel: '1 to 60 characters',
  launcherIcon: 'a path as in SVG',
}

/** Tells what is wrong by now; each value once, and without it: whoever misspells an option may have given a key. */
export function createOptionTeller(tell: (error: AlcoveError) => void) {
  const told = new Map<string, unknown>()
  return ({ all, read }: PageOptions): void => {
    const flat = flattenOptions(all)
    for (const [name, expected] of Object.entries(EXPECTED)) {
      const value = flat[name]
      const isRight = value === undefined || value === read[name as keyof HostOptions]
      if (isRight || told.get(name) === value) continue
      told.set(name, value)
      tell(new AlcoveError('config_invalid', `${name}: expected ${expected}`))
    }
  }
}

/** What the page said, with a patch over it: groups are merged, and `undefined` takes back. */
export const mergeOptions = (all: PageOptions['all'], patch: unknown): PageOptions['all'] =>
  merge(groupTheme(all), groupTheme(Object(patch) as PageOptions['all']))

/** `'dark'` is short for `{ scheme: 'dark' }`: neither takes the place of an accent. */
const groupTheme = (options: PageOptions['all']): PageOptions['all'] =>
  typeof options['theme'] === 'string'
    ? { ...options, theme: { scheme: options['theme'] } }
    : options

function merge(all: PageOptions['all'], patch: PageOptions['all']): PageOptions['all'] {
  const merged: Record<string, unknown> = { ...all }
  for (const [name, given] of Object.entries(patch)) {
    const before = merged[name]
    if (given === undefined) delete merged[name]
    else merged[name] = isPlainObject(before) && isPlainObject(given) ? merge(before, given) : given
  }
  return merged
}

const OF_LOADER = new Set(['app', 'baseUrl', 'launcher', ...Object.keys(EXPECTED)])

/**
 * What the frame has to read, as data: functions and elements of the page stay there. Nothing, where
 * nothing is said of it, or it cannot be written.
 */
export function toLook(all: PageOptions['all']): JsonObject | undefined {
  const given = Object.entries(all).filter(
    ([name, value]) => !OF_LOADER.has(name) || (name === 'theme' && isPlainObject(value)),
  )
  try {
    const look = JSON.parse(plainJsonText(Object.fromEntries(given)) ?? '{}') as JsonObject
    return Object.keys(look).length > 0 ? look : undefined
  } catch {
    return undefined
  }
}
