import { atom } from 'jotai/vanilla'
import type { Look, Switch } from '../../shared/look/look-options.ts'

const lookBaseAtom = atom<Look>({})

/** The owner's settings of looks and texts, merged from project and page. */
export const lookAtom = atom((get) => get(lookBaseAtom))

/** Replaces all settings. */
export const setLookAtom = atom(null, (_get, set, look: Look) => set(lookBaseAtom, look))

/** True if the owner removed a feature. */
export const isTakenAwayAtom = atom(
  (get) =>
    (name: Switch | undefined): boolean =>
      name !== undefined && get(lookBaseAtom)[name] === false,
)
