import { atom } from 'jotai/vanilla'

const countAtom = atom(0)

/** Counts the requests to focus the message field. The composer follows it. */
export const focusRequestsAtom = atom((get) => get(countAtom))

/** Asks the composer to take the focus. */
export const requestFocusAtom = atom(null, (_get, set) => set(countAtom, (count) => count + 1))
