import { atom, type Getter } from 'jotai/vanilla'
import { createTextRecord } from '../device/text-record.ts'
import { depsOf } from './chat-deps.ts'
import { DEFAULT_SETTINGS, readSettings, settingsKey, type Settings } from './read-settings.ts'

/** Maximum number of remembered names; the oldest are dropped. */
export const NOT_SHARED_MAX = 64

const changedAtom = atom<Settings | null>(null)
/** Read once per store. Changes of another tab take effect on the next page. */
const keptAtom = atom((get) => recordOf(get).read() ?? DEFAULT_SETTINGS)

export const settingsAtom = atom((get) => get(changedAtom) ?? get(keptAtom))

export const changeSettingsAtom = atom(null, (get, set, change: Partial<Settings>) => {
  const settings = { ...get(settingsAtom), ...change }
  set(changedAtom, settings)
  recordOf(get).write(settings)
})

/** Restores the defaults and removes the stored settings. */
export const forgetSettingsAtom = atom(null, (get, set) => {
  set(changedAtom, DEFAULT_SETTINGS)
  recordOf(get).remove()
})

function recordOf(get: Getter) {
  const { base, openStorage } = depsOf(get)
  return createTextRecord<Settings>({
    key: settingsKey(base),
    open: openStorage,
    parse: (text) => readSettings(JSON.parse(text)),
    format: JSON.stringify,
  })
}
