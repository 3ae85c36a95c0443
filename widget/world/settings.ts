import { atom, type Getter } from 'jotai/vanilla'
import { isPlainObject } from '../../shared/json.ts'
import { createTextRecord } from '../device/text-record.ts'
import { depsOf } from './chat-deps.ts'

/** What each setting can be; the first is the default. */
export const SETTING_VALUES = {
  /** What a screen reader is told of answers. `short`: that one came. */
  announcements: ['full', 'short', 'off'],
  /** When: `paragraph`: while the answer comes. */
  reading: ['whole', 'paragraph'],
  sound: ['off', 'on'],
  motion: ['system', 'reduced'],
  /** `modifier`: Enter makes a new line, Ctrl or Cmd with it sends. */
  sendKey: ['enter', 'modifier'],
  textSize: ['normal', 'large', 'larger'],
} as const

type Choices = {
  readonly [Name in keyof typeof SETTING_VALUES]: (typeof SETTING_VALUES)[Name][number]
}

/** How one person wants the chat to be, on this device. */
export interface Settings extends Choices {
  /** A tag of `LOCALES`; `null`: as the page says. */
  readonly language: string | null
  /** Names of what the page says that does not go out. */
  readonly notShared: readonly string[]
}

export const DEFAULT_SETTINGS: Settings = {
  announcements: 'full',
  reading: 'whole',
  sound: 'off',
  motion: 'system',
  sendKey: 'enter',
  textSize: 'normal',
  language: null,
  notShared: [],
}

/** Of what is switched off, so many names are remembered: the oldest goes for a newer one. */
export const NOT_SHARED_MAX = 64

const changedAtom = atom<Settings | null>(null)
/** Read once for a store: what another tab changes holds here from the next page on. */
const keptAtom = atom((get) => recordOf(get).read() ?? DEFAULT_SETTINGS)

export const settingsAtom = atom((get) => get(changedAtom) ?? get(keptAtom))

export const changeSettingsAtom = atom(null, (get, set, change: Partial<Settings>) => {
  const settings = { ...get(settingsAtom), ...change }
  set(changedAtom, settings)
  recordOf(get).write(settings)
})

/** Everything is as it was at first, and nothing of it stays on the device. */
export const forgetSettingsAtom = atom(null, (get, set) => {
  set(changedAtom, DEFAULT_SETTINGS)
  recordOf(get).remove()
})

function recordOf(get: Getter) {
  const { base, openStorage } = depsOf(get)
  return createTextRecord<Settings>({
    key: `alcove:settings:${base}`,
    open: openStorage,
    parse: (text) => readSettings(JSON.parse(text)),
    format: JSON.stringify,
  })
}

/** Of another version, or of whoever wrote there: what is no value of a setting is its default. */
export function readSettings(value: unknown): Settings {
  const kept = isPlainObject(value) ? value : {}
  const names = Object.keys(SETTING_VALUES) as (keyof Choices)[]
  const known = names.filter((name) => SETTING_VALUES[name].some((choice) => choice === kept[name]))
  const { language, notShared } = kept
  return {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(known.map((name) => [name, kept[name]])),
    ...(typeof language === 'string' ? { language } : {}),
    ...(Array.isArray(notShared)
      ? { notShared: notShared.filter((name): name is string => typeof name === 'string') }
      : {}),
  }
}
