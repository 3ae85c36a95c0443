import { atom } from 'jotai/vanilla'

/** Words typed before it was known which thread is shown. */
export const UNPLACED = ''

/** Whose draft is shown: a thread's first id, which it keeps here when the server gives it its own. */
export const draftKeyAtom = atom(UNPLACED)
/** First ids by the server's, where they differ. */
export const draftNamesAtom = atom<ReadonlyMap<string, string>>(new Map())
