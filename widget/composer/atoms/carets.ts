import { atom } from 'jotai/vanilla'
import type { Caret } from '../../device/draft-store.ts'

const caretsBaseAtom = atom<ReadonlyMap<string, Caret>>(new Map())
const placedAtom = atom(0)

/** Position of the caret in each draft, by the draft's key. */
export const caretsAtom = atom((get) => get(caretsBaseAtom))
/** Counts restored carets. The field moves its caret when the count rises. */
export const caretsPlacedAtom = atom((get) => get(placedAtom))

export const setCaretAtom = atom(null, (get, set, key: string, caret: Caret) => {
  set(caretsBaseAtom, new Map(get(caretsBaseAtom)).set(key, caret))
})

/** Restores the caret of a draft. */
export const placeCaretAtom = atom(null, (_get, set, key: string, caret: Caret) => {
  set(setCaretAtom, key, caret)
  set(placedAtom, (count) => count + 1)
})

export const forgetCaretsAtom = atom(null, (_get, set) => set(caretsBaseAtom, new Map()))
