import { atom } from 'jotai/vanilla'

const leavesAtom = atom(0)

// No limit: the page names the person, perhaps an hour later; messages wait, and calls of the page end by
// CALL_TIMEOUT_MS.
const identifiedAtom = atom((get) => {
  get(leavesAtom)
  return Promise.withResolvers<void>()
})

/** The page has named the person who chats, a visitor included. */
export const noteIdentifiedAtom = atom(null, (get) => get(identifiedAtom).resolve())

/** The person has signed out: from now on the page has to name the next one. */
export const noteSignedOutAtom = atom(null, (_get, set) => set(leavesAtom, (count) => count + 1))

/** Waits until the page has named the person who chats. */
export const awaitIdentifiedAtom = atom(null, (get) => get(identifiedAtom).promise)
