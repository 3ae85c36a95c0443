import { atom } from 'jotai/vanilla'

/** The key before any thread is shown. */
export const UNPLACED = ''

const shownBaseAtom = atom(UNPLACED)
const keysBaseAtom = atom<ReadonlyMap<string, string>>(new Map())

/** Key of the shown thread: its first id, which stays when the server assigns another one. */
export const shownKeyAtom = atom((get) => get(shownBaseAtom))
/** First ids by the server's ids, where they differ. */
export const threadKeysAtom = atom((get) => get(keysBaseAtom))

/** Notes the shown thread, by the server's id or its first one. */
export const noteShownKeyAtom = atom(null, (get, set, threadId: string) =>
  set(shownBaseAtom, get(keysBaseAtom).get(threadId) ?? threadId),
)

/** Notes the server's id of a thread. */
export const noteThreadKeyAtom = atom(null, (get, set, id: string, firstId: string) =>
  set(keysBaseAtom, new Map(get(keysBaseAtom)).set(id, firstId)),
)

/** Forgets all keys of a person's threads. */
export const forgetThreadKeysAtom = atom(null, (_get, set) => {
  set(shownBaseAtom, UNPLACED)
  set(keysBaseAtom, new Map())
})
