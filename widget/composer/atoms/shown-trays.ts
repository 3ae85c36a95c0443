import { atom } from 'jotai/vanilla'
import type { FileNote } from '../attachments/sort-files.ts'
import type { TrayAttachment } from '../attachments/tray-attachment.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'

// What the trays of all threads hold. What fills them comes with the first file.

/** What is said of a choice of files, beside why some were left out. */
export type TrayNote =
  | FileNote
  /** The thread takes no files, or nothing at all now. */
  | { readonly type: 'not-taken'; readonly names: readonly string[] }
  /** A message that waited for its files was not sent. */
  | { readonly type: 'not-sent'; readonly names: readonly string[] }
  /** Another answer began while the message waited. */
  | { readonly type: 'overtaken'; readonly names: readonly string[] }
  /** What handles files could not be loaded. */
  | { readonly type: 'failed'; readonly names: readonly string[] }

export interface ShownTray {
  readonly items: readonly TrayAttachment[]
  readonly notes: readonly TrayNote[]
}

const EMPTY: ShownTray = { items: [], notes: [] }

const shownTraysAtom = atom<ReadonlyMap<string, ShownTray>>(new Map())
/** The trays of all threads, by the keys of their drafts. */
export const traysAtom = atom((get) => get(shownTraysAtom))
/** Ends what is under way for the person who chats. */
export const trayEndsAtom = atom(() => new Set<() => void>())

/** The tray of the shown thread. */
export const shownTrayAtom = atom((get) => get(shownTraysAtom).get(get(shownKeyAtom)) ?? EMPTY)

/** What is to be said of the last choice of files. */
export const shownNotesAtom = atom((get) => get(shownTrayAtom).notes)

export const changeTrayAtom = atom(null, (get, set, key: string, change: Partial<ShownTray>) => {
  const trays = new Map(get(shownTraysAtom))
  set(shownTraysAtom, trays.set(key, { ...(trays.get(key) ?? EMPTY), ...change }))
})

/** Nothing that one person picked is shown to the next. */
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
