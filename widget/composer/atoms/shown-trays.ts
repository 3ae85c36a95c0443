import { atom } from 'jotai/vanilla'
import type { FileNote } from '../attachments/sort-files.ts'
import type { TrayAttachment } from '../attachments/tray-attachment.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'

// The content of all threads' trays. Code that fills them loads with the first file.

/** A note about a choice of files, beside the reasons why some were left out. */
export type TrayNote =
  | FileNote
  /** The thread takes no files, or currently takes no messages. */
  | { readonly type: 'not-taken'; readonly names: readonly string[] }
  /** A message with these files was not sent. */
  | { readonly type: 'not-sent'; readonly names: readonly string[] }
  /** Another answer began before the message was sent. */
  | { readonly type: 'overtaken'; readonly names: readonly string[] }
  /** The code for files could not be loaded. */
  | { readonly type: 'failed'; readonly names: readonly string[] }

export interface ShownTray {
  readonly items: readonly TrayAttachment[]
  readonly notes: readonly TrayNote[]
}

const EMPTY: ShownTray = { items: [], notes: [] }

const shownTraysAtom = atom<ReadonlyMap<string, ShownTray>>(new Map())
/** The trays of all threads, by the keys of their drafts. */
export const traysAtom = atom((get) => get(shownTraysAtom))
/** Functions that abort the current user's work. */
export const trayEndsAtom = atom(() => new Set<() => void>())

/** The tray of the shown thread. */
export const shownTrayAtom = atom((get) => get(shownTraysAtom).get(get(shownKeyAtom)) ?? EMPTY)

/** Notes about the last choice of files. */
export const shownNotesAtom = atom((get) => get(shownTrayAtom).notes)

export const changeTrayAtom = atom(null, (get, set, key: string, change: Partial<ShownTray>) => {
  const trays = new Map(get(shownTraysAtom))
  set(shownTraysAtom, trays.set(key, { ...(trays.get(key) ?? EMPTY), ...change }))
})

/** Removes all trays, so that the next person sees no file of the previous one. */
export const forgetTraysAtom = atom(null, (get, set) => {
  const ends = get(trayEndsAtom)
  for (const end of ends) end()
  ends.clear()
  set(shownTraysAtom, new Map())
})

/** Clears the notes about the last choice of files. */
export const forgetNotesAtom = atom(null, (get, set, key: string) => {
  const notes = get(shownTraysAtom).get(key)?.notes ?? []
  if (notes.length > 0) set(changeTrayAtom, key, { notes: [] })
})
