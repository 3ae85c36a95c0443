import { atom } from 'jotai/vanilla'
import {
  historyStateAtom,
  olderStateAtom,
  shownConversationAtom,
} from '../../conversation/atoms/conversations.ts'
import { noteFoundMessageAtom } from '../../conversation/atoms/thread.ts'
import { mainThreadAtom, switchThreadAtom } from './shown-list.ts'

const seekingAtom = atom(0)

/**
 * Shows a thread, and in it a stored message, whose page is loaded where it has to be. One that is not
 * there any more leaves the thread as it opens.
 *
 * @throws AlcoveError when the thread cannot be shown.
 */
export const seekMessageAtom = atom(null, async (get, set, threadId: string, rowId: string) => {
  const seeking = get(seekingAtom) + 1
  set(seekingAtom, seeking)
  if (get(mainThreadAtom).id !== threadId) await set(switchThreadAtom, threadId)
  const shown = get(shownConversationAtom)
  const isWanted = () => get(seekingAtom) === seeking && get(shownConversationAtom) === shown
  if (!shown) return
  while (isWanted()) {
    const id = shown.showRow(rowId)
    if (id !== null) return set(noteFoundMessageAtom, id)
    const history = get(historyStateAtom)
    const older = get(olderStateAtom)
    // Each way waits for something: rounds that do not would never let anything come.
    if (history === 'loading') await shown.load()
    else if (history !== 'ready' || (older !== 'more' && older !== 'loading')) return
    else await shown.loadOlder()
  }
})
