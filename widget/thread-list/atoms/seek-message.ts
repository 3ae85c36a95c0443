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
 * Shows a thread, and a stored message in it, for which older pages are loaded. If the message no longer exists,
 * the thread is shown as usual.
 *
 * @throws AlcoveError if the thread cannot be shown.
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
    // Each round has to wait for something: a busy loop would block the loading.
    if (history === 'loading') await shown.load()
    else if (history !== 'ready' || (older !== 'more' && older !== 'loading')) return
    else await shown.loadOlder()
  }
})
