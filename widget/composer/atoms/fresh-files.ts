import { atom } from 'jotai/vanilla'
import { depsOf } from '../../state/chat-deps.ts'
import { identityAtom } from '../../state/identity.ts'
import { draftKeyAtom, UNPLACED } from './draft-key.ts'
import { shownTrayAtom, traysAtom } from './shown-trays.ts'

const oldFilesAtom = atom(() => new WeakSet<File>())
const broughtAtom = atom<readonly File[]>([])

/** A file was there before: it came from the device. */
export const noteOldFileAtom = atom(null, (get, _set, file: File) => get(oldFilesAtom).add(file))

/** All files that trays hold now are old. */
export const markFilesAtom = atom(null, (get, set) => {
  for (const { items } of get(traysAtom).values())
    for (const { file } of items) if (file) set(noteOldFileAtom, file)
})

/** What was chosen for the shown draft since the page was loaded, or since it named a person. */
export const freshFilesAtom = atom((get) =>
  get(shownTrayAtom).items.flatMap(({ file }) =>
    file && !get(oldFilesAtom).has(file) ? [file] : [],
  ),
)

/** Keeps files until a draft is shown that can hold them. */
export const bringFilesAtom = atom(null, (_get, set, files: readonly File[]) =>
  set(broughtAtom, files),
)

/** Puts them into the draft that is shown now. They are uploaded anew, for the person who chats now. */
export const placeFilesAtom = atom(null, async (get, set) => {
  const files = get(broughtAtom)
  if (files.length === 0 || get(draftKeyAtom) === UNPLACED) return
  set(broughtAtom, [])
  const identity = get(identityAtom)
  try {
    const { takeFilesAtom } = await import('./tray-actions.ts')
    if (get(identityAtom) === identity) await set(takeFilesAtom, { files })
  } catch (error) {
    depsOf(get).report('Files could not be attached:', error)
  }
})
