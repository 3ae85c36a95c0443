import { isPlainObject } from '../../shared/json.ts'

/** Values of each setting; the first is the default. */
export const SETTING_VALUES = {
  /** Announcements of answers to screen readers. `short`: only that an answer came. */
  announcements: ['full', 'short', 'off'],
  /** Time of the announcement. `paragraph`: during the answer. */
  reading: ['whole', 'paragraph'],
  sound: ['off', 'on'],
  motion: ['system', 'reduced'],
  /** `modifier`: Enter inserts a line; Ctrl or Cmd with Enter sends. */
  sendKey: ['enter', 'modifier'],
  textSize: ['normal', 'large', 'larger'],
} as const

type Choices = {
  readonly [Name in keyof typeof SETTING_VALUES]: (typeof SETTING_VALUES)[Name][number]
}

/** Settings of a person on this device. */
export interface Settings extends Choices {
  /** A tag of `LOCALES`; `null`: the page's language. */
  readonly language: string | null
  /** Names of the page's context fields that are not sent. */
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

/** Name of the stored settings of a project. @param base its address. */
export const settingsKey = (base: string): string => `alcove:settings:${base}`

/** Parses stored settings, possibly from another version. Invalid values become defaults. */
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
