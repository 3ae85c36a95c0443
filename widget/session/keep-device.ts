import type { Store } from 'jotai/vanilla'
import { keepDrafts } from '../composer/atoms/keep-drafts.ts'
import { keepOutbox } from '../outbox/keep-outbox.ts'
import { followGoneThreads } from './begin-anew.ts'
import { followTabs } from './follow-tabs.ts'
import { keepOwner } from './keep-owner.ts'
import { followList } from '../thread-list/atoms/follow-list.ts'
import { keepUnread } from '../thread-list/atoms/keep-unread.ts'
import { lockOutAtom } from '../world/identify.ts'
import { keepCalls } from '../outbox/keep-calls.ts'
import { ownerAtom } from '../world/owner.ts'

/**
 * Stores the current person's data on this device and follows the person's other tabs, until the signal aborts.
 * Not a component: React renders it up to 300 ms late after suspending, and text that is typed and left at once
 * would be lost.
 */
export function keepDevice(store: Store, signal: AbortSignal): void {
  if (signal.aborted) return
  const { write, reread, stop } = followDevice(store)
  const handleReturn = () => (document.visibilityState === 'hidden' ? write() : reread())
  window.addEventListener('pagehide', write, { signal })
  window.addEventListener('focus', reread, { signal })
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) store.get(ownerAtom)?.tabs.miss()
  }
  window.addEventListener('pageshow', handleShow, { signal })
  document.addEventListener('visibilitychange', handleReturn, { signal })
  signal.addEventListener('abort', stop)
}

/** Stores data of the current person, and exchanges events with the person's tabs. */
interface DeviceFollower {
  /** Writes at once, because the page is about to close. */
  write(): void
  /** Reads again when the person returns to this tab, which may have missed events. */
  reread(): void
  stop(): void
}

/** The words of the first second are stored: the early script keeps them no longer. */
function forgetEarlyWords(): void {
  window.alcoveEarly?.forget()
}

function followDevice(store: Store): DeviceFollower {
  const drafts = keepDrafts(store, forgetEarlyWords)
  const outbox = keepOutbox(store)
  const calls = keepCalls(store)
  const tabs = followTabs(store)
  const list = followList(store)
  const unread = keepUnread(store)
  const stopGone = followGoneThreads(store)
  const stopOwner = keepOwner(store, {
    onLeft: (identity) => store.set(lockOutAtom, identity),
    onGone: drafts.forget,
  })
  return {
    write: drafts.write,
    reread() {
      drafts.reread()
      outbox.reread()
      calls.reread()
      tabs.reread()
      list.reread()
      unread.reread()
    },
    stop() {
      drafts.stop()
      outbox.stop()
      calls.stop()
      tabs.stop()
      list.stop()
      unread.stop()
      stopGone()
      stopOwner()
    },
  }
}
