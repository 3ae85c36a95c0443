import { atom } from 'jotai/vanilla'
import { currentDraftAtom, focusRequestsAtom } from './drafts.ts'
import { sessionBaseAtom } from './open-session.ts'
import { openLastThreadAtom } from './session.ts'
import { historyStateAtom, isDisabledAtom, isRunningAtom } from './thread.ts'

/** What is typed. Components bind to it as they would to `useState`. */
export const draftAtom = atom(
  (get) => get(currentDraftAtom),
  (_get, set, text: string) => set(currentDraftAtom, text),
)
/** Rises when the composer should take the focus. */
export const focusRequestAtom = atom((get) => get(focusRequestsAtom))

const isFreeAtom = atom((get) => !get(isRunningAtom) && !get(isDisabledAtom))
const isReadyAtom = atom((get) => get(isFreeAtom) && get(historyStateAtom) === 'ready')
/** While the thread loads too: what is sent then goes out as soon as it is there. */
export const canSendAtom = atom((get) => {
  const isThere = get(isReadyAtom) || (get(isFreeAtom) && get(historyStateAtom) === 'loading')
  return isThere && get(draftAtom).trim() !== ''
})

/** Sends a text as it stands, for example a suggestion. The draft stays. */
export const sendTextAtom = atom(null, (get, _set, text: string): boolean => {
  if (!get(isReadyAtom) || text.trim() === '') return false
  return get(sessionBaseAtom)?.send({ text: text.trim() }) ?? false
})

/**
 * Sends what is typed and empties the composer; while the thread still loads, as soon as it is there.
 * A second call in the same moment sends nothing.
 */
export const sendDraftAtom = atom(null, async (get, set) => {
  if (get(historyStateAtom) === 'loading') await set(openLastThreadAtom)
  if (set(sendTextAtom, get(draftAtom))) set(draftAtom, '')
})

/** Stops the answer. Before it says anything, the message comes back into the composer. */
export const stopAtom = atom(null, (get) => get(sessionBaseAtom)?.stop())
