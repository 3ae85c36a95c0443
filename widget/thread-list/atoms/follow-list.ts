import type { Store } from 'jotai/vanilla'
import { conversationOf } from '../../conversation/atoms/conversations.ts'
import type { TabEvent } from '../../device/tabs.ts'
import { subscribeToTabs } from '../../world/subscribe-to-tabs.ts'
import { ownerAtom } from '../../world/owner.ts'
import { noteThreadsAtom, runsElsewhereAtom, threadsAtom } from './thread-list-facts.ts'

export interface ListFollower {
  /** Reads the list again if this tab gets no events of other tabs. */
  reread(): void
  stop(): void
}

/** Applies events of other tabs to the list. */
export function followList(store: Store): ListFollower {
  function reload() {
    const threads = store.get(threadsAtom)
    // Only a loaded list is reloaded; another one is read on first use.
    if (threads?.status === 'ready') threads.reload().catch(() => {})
  }

  function noteRun(thread: string, isRunning: boolean) {
    const threads = store.get(threadsAtom)
    const slot = threads?.find(thread)
    const others = [...store.get(runsElsewhereAtom)].filter((name) => name !== thread)
    // Set before the list is told: the other tab reports the end of its run.
    store.set(noteThreadsAtom, { runsElsewhere: new Set([...others, thread]) })
    if (threads && slot && !conversationOf(store.get, slot.id)) {
      threads.noteRun(slot.id, isRunning)
    }
    if (!isRunning) store.set(noteThreadsAtom, { runsElsewhere: new Set(others) })
    reload()
  }

  function handleEvent(event: TabEvent) {
    if (event.type === 'run') noteRun(event.thread, event.isRunning)
    if (event.type === 'messages' || event.type === 'missed') reload()
    if (event.type !== 'thread') return
    if (event.change !== 'deleted') return reload()
    store
      .get(threadsAtom)
      ?.forget(event.thread)
      .catch(() => {})
  }

  const stop = subscribeToTabs(store, handleEvent)
  return {
    reread() {
      if (store.get(ownerAtom)?.tabs.isAlone) reload()
    },
    stop,
  }
}
