import { atom } from 'jotai/vanilla'
import { shownTrayAtom, traysAtom } from './shown-trays.ts'

const oldFilesAtom = atom(() => new WeakSet<File>())

/** Marks a file from the device's storage as old. */
export const noteOldFileAtom = atom(null, (get, _set, file: File) => get(oldFilesAtom).add(file))

/** Marks all files in trays as old. */
export const markFilesAtom = atom(null, (get, set) => {
  for (const { items } of get(traysAtom).values())
    for (const { file } of items) if (file) set(noteOldFileAtom, file)
})

/** Files chosen for the shown draft since the page was loaded, or since it named a person. */
export const freshFilesAtom = atom((get) =>
  get(shownTrayAtom).items.flatMap(({ file }) =>
    file && !get(oldFilesAtom).has(file) ? [file] : [],
  ),
)
