import type { Store } from 'jotai/vanilla'
import { LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'
import { keepRows, type KeptRows } from '../../device/kept-rows.ts'
import { subscribeToTabs } from '../../world/subscribe-to-tabs.ts'
import { identityAtom } from '../../world/identity.ts'
import { ownerAtom, postToTabsAtom, type Owner } from '../../world/owner.ts'
import { unreadThreadsAtom } from './thread-list-facts.ts'
import { clearUnreadAtom, markUnreadAtom } from './unread.ts'

export interface UnreadKeeper {
  /** Reads again if this tab gets no events of other tabs. */
  reread(): void
  stop(): void
}

const NONE: ReadonlySet<string> = new Set()

/** Stores on the device which threads are unread, per person, and synchronizes the tabs. */
export function keepUnread(store: Store): UnreadKeeper {
  /** Marks that the device and the other tabs have. */
  let known = NONE

  /** Owner of the marks; `null` while the person changes. */
  function currentOwner(): Owner | null {
    const owner = store.get(ownerAtom)
    return owner && owner.identity === store.get(identityAtom) ? owner : null
  }

  async function read() {
    const owner = currentOwner()
    known = NONE
    if (!owner) return
    const marks = await marksOf(owner).all()
    if (currentOwner() !== owner) return
    known = new Set(marks.keys())
    for (const id of known) store.set(markUnreadAtom, id, true)
    store.set(clearUnreadAtom)
    write()
  }

  function write() {
    const owner = currentOwner()
    if (!owner) return
    const before = known
    const unread = store.get(unreadThreadsAtom)
    // A thread that the server does not know has no id outside of this page.
    known = new Set([...unread].filter((name) => !name.startsWith(LOCAL_THREAD_PREFIX)))
    const marked = [...known].filter((name) => !before.has(name))
    const seen = [...before].filter((name) => !known.has(name))
    const rows = marksOf(owner)
    for (const thread of marked) void rows.put(thread, true)
    void rows.remove(seen)
    for (const thread of [...marked, ...seen]) {
      const isUnread = known.has(thread)
      store.set(postToTabsAtom, { type: 'unread', thread, isUnread })
    }
  }

  const stops = [
    store.sub(ownerAtom, () => void read()),
    store.sub(unreadThreadsAtom, write),
    subscribeToTabs(store, (event) => {
      if (event.type === 'missed') void read()
      if (event.type !== 'unread') return
      const { thread, isUnread } = event
      const others = [...known].filter((name) => name !== thread)
      known = new Set(isUnread ? [...others, thread] : others)
      store.set(markUnreadAtom, thread, isUnread)
      // The thread is shown here, so it counts as read.
      store.set(clearUnreadAtom)
    }),
  ]
  void read()
  return {
    reread() {
      if (store.get(ownerAtom)?.tabs.isAlone) void read()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

/** A row exists as long as its thread is unread. */
const marksOf = (owner: Owner): KeptRows<true> => keepRows(owner, 'unread', () => true)
