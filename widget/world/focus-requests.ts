import { atom } from 'jotai/vanilla'

const countAtom = atom(0)

/** Rises with each request that the message field takes the focus. The composer follows it. */
export const focusRequestsAtom = atom((get) => get(countAtom))

/** Asks the composer to take the focus. */
export const requestFocusAtom = atom(null, (_get, set) => set(countAtom, (count) => count + 1))
