import { atom } from 'jotai/vanilla'
import type { Caret } from '../../device/draft-store.ts'

const caretsBaseAtom = atom<ReadonlyMap<string, Caret>>(new Map())
const placedAtom = atom(0)

/** Where the caret stands in each draft, by its key. */
export const caretsAtom = atom((get) => get(caretsBaseAtom))
/** Rises when a caret was brought back: the field is to follow. */
export const caretsPlacedAtom = atom((get) => get(placedAtom))

export const setCaretAtom = atom(null, (get, set, key: string, caret: Caret) => {
  set(caretsBaseAtom, new Map(get(caretsBaseAtom)).set(key, caret))
})

/** Brings a caret back to where it was kept. */
export const placeCaretAtom = atom(null, (_get, set, key: string, caret: Caret) => {
  set(setCaretAtom, key, caret)
  set(placedAtom, (count) => count + 1)
})

export const forgetCaretsAtom = atom(null, (_get, set) => set(caretsBaseAtom, new Map()))
