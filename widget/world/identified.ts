import { atom } from 'jotai/vanilla'

const leavesAtom = atom(0)

// No limit: the page names the person, perhaps an hour later; messages wait, and calls of the page end by
// CALL_TIMEOUT_MS.
const identifiedAtom = atom((get) => {
  get(leavesAtom)
  return { ...Promise.withResolvers<void>(), isNamed: false }
})

/** Notes that the page has named the current person or a visitor. */
export const noteIdentifiedAtom = atom(null, (get) => {
  const identified = get(identifiedAtom)
  identified.isNamed = true
  identified.resolve()
})

/** Notes the sign-out: the page has to name the next person. Calls that wait for a first one go on waiting. */
export const noteSignedOutAtom = atom(null, (get, set) => {
  if (get(identifiedAtom).isNamed) set(leavesAtom, (count) => count + 1)
})

/** Waits until the page has named the current person. */
export const awaitIdentifiedAtom = atom(null, (get) => get(identifiedAtom).promise)
