import type { Store } from 'jotai/vanilla'
import { keepDrafts } from '../composer/atoms/keep-drafts.ts'
import { keepOutbox } from '../outbox/keep-outbox.ts'
import { followList } from '../thread-list/atoms/follow-list.ts'
import { keepUnread } from '../thread-list/atoms/keep-unread.ts'
import { followGoneThreads } from './begin-anew.ts'
import { followTabs } from './follow-tabs.ts'
import { keepOwner } from './keep-owner.ts'
import { lockOutAtom } from './lock-out.ts'

/** What this device keeps for whoever chats, and what their tabs tell each other. */
export interface DeviceKeeper {
  /** The page is about to go. */
  write(): void
  /** The person is back in this tab: others may have told what it did not hear. */
  reread(): void
  stop(): void
}

export function keepDevice(store: Store): DeviceKeeper {
  const drafts = keepDrafts(store)
  const outbox = keepOutbox(store)
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
      tabs.reread()
      list.reread()
      unread.reread()
    },
    stop() {
      drafts.stop()
      outbox.stop()
      tabs.stop()
      list.stop()
      unread.stop()
      stopGone()
      stopOwner()
    },
  }
}
