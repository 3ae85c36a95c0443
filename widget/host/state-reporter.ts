import type { Store } from 'jotai/vanilla'
import type { HostEvents } from '../../shared/bridge/contract.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { isAnyThreadRunningAtom, unreadCountAtom } from '../thread-list/atoms/unread.ts'
import { identityAtom } from '../world/identity.ts'
import { panelAtom } from '../world/panel.ts'

/**
 * Reports to the page whether an answer runs, and how many answers are unread.
 *
 * @param onUserChange called when the user changes or signs out.
 */
export function createStateReporter(
  store: Store,
  host: { sendState(state: HostEvents['state']): void },
  onUserChange: () => void,
) {
  let unread = 0
  let known = store.get(identityAtom)
  let wasRunning = false
  /** The page last heard of a running answer, which is being searched: until then it counts as running. */
  let isSeeking = false
  /** The search failed, so that the next page has to search. */
  let isUnsure = false

  function sendState() {
    const isRunning = isSeeking || store.get(isAnyThreadRunningAtom)
    if (isRunning) isUnsure = false
    // Includes threads that are not shown, and earlier pages.
    host.sendState({
      isRunning,
      unread: Math.max(unread, store.get(unreadCountAtom)),
      ...((isSeeking || isUnsure) && { isUnsure: true }),
    })
  }

  /**
   * Updates the current user. An answer that ends with its user does not count as unread. Returns true if the user
   * was replaced.
   */
  function updateUser(): boolean {
    const before = known
    known = store.get(identityAtom)
    if (known === before) return false
    unread = 0
    isUnsure = false
    wasRunning = store.get(isRunningAtom)
    if (before) onUserChange()
    return before !== null
  }

  function look() {
    updateUser()
    const isRunning = store.get(isRunningAtom)
    // An answer that ended behind a closed panel is unread.
    if (wasRunning && !isRunning && !store.get(panelAtom).isOpen) unread += 1
    wasRunning = isRunning
    sendState()
  }

  store.sub(identityAtom, () => {
    if (updateUser()) sendState()
  })
  for (const news of [isAnyThreadRunningAtom, unreadCountAtom, isRunningAtom]) store.sub(news, look)

  return {
    /** Reports to the page, also about another user. */
    look,
    /** Searches the previous page's answer. The code for it loads for such pages only. */
    async seek() {
      isSeeking = true
      try {
        const { seekAnswer } = await import('./seek-answer.ts')
        const sought = await seekAnswer(store)
        if (sought === 'unread') unread += 1
        isUnsure = sought === 'unsure'
      } catch {
        // The next page searches again, and opening the panel shows the answer.
        isUnsure = true
      }
      isSeeking = false
      sendState()
    },
    /** A person opened the panel. */
    read() {
      if (unread === 0 && !isUnsure) return
      unread = 0
      isUnsure = false
      sendState()
    },
  }
}
