import { atom } from 'jotai/vanilla'
import type { OutgoingMessage } from '../engine/outgoing-message.ts'

/** Words typed before it was known which thread is shown. */
const UNPLACED = ''

const draftsBaseAtom = atom<ReadonlyMap<string, string>>(new Map())
const draftKeyAtom = atom(UNPLACED)
const focusCountAtom = atom(0)

/** What is typed in the thread that is shown; drafts of other threads stay with them. */
export const currentDraftAtom = atom(
  (get) => get(draftsBaseAtom).get(get(draftKeyAtom)) ?? '',
  (get, set, text: string) => {
    const drafts = new Map(get(draftsBaseAtom))
    if (text === '') drafts.delete(get(draftKeyAtom))
    else drafts.set(get(draftKeyAtom), text)
    set(draftsBaseAtom, drafts)
  },
)

/** Another thread is shown. What was typed before the first one was known goes along. */
export const placeDraftAtom = atom(null, (get, set, threadKey: string) => {
  const unplaced = get(draftsBaseAtom).get(UNPLACED)
  set(draftKeyAtom, threadKey)
  if (unplaced === undefined) return
  const drafts = new Map(get(draftsBaseAtom))
  drafts.delete(UNPLACED)
  drafts.set(threadKey, unplaced)
  set(draftsBaseAtom, drafts)
})

/** Nothing that one person typed is shown to the next. */
export const forgetDraftsAtom = atom(null, (_get, set) => {
  set(draftsBaseAtom, new Map())
  set(draftKeyAtom, UNPLACED)
})

/** What was taken back returns to the composer, unless something else is typed there by now. */
export const returnDraftAtom = atom(null, (get, set, { text }: OutgoingMessage) => {
  if (get(currentDraftAtom).trim() !== '') return
  set(currentDraftAtom, text)
  set(requestFocusAtom)
})

export const focusRequestsAtom = atom((get) => get(focusCountAtom))
export const requestFocusAtom = atom(null, (_get, set) => set(focusCountAtom, (count) => count + 1))
