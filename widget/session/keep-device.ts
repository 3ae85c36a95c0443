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
 * Keeps on this device what whoever chats has, and hears their other tabs, until the signal aborts. It is no
 * component: what React draws after waiting comes up to 300 ms late, and words that are typed and left at once
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

/** What this device keeps for whoever chats, and what their tabs tell each other. */
interface DeviceFollower {
  /** The page is about to go. */
  write(): void
  /** The person is back in this tab: others may have told what it did not hear. */
  reread(): void
  stop(): void
}

function followDevice(store: Store): DeviceFollower {
  const drafts = keepDrafts(store)
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
