import { atom } from 'jotai/vanilla'
import type { Look, Switch } from '../../shared/look/look-options.ts'

const lookBaseAtom = atom<Look>({})

/** What the owner says of looks and words, the project's and the page's in one. */
export const lookAtom = atom((get) => get(lookBaseAtom))

/** Replaces all of it. */
export const setLookAtom = atom(null, (_get, set, look: Look) => set(lookBaseAtom, look))

/** Whether the owner took a thing away. */
export const isTakenAwayAtom = atom(
  (get) =>
    (name: Switch | undefined): boolean =>
      name !== undefined && get(lookBaseAtom)[name] === false,
)
