import type { Store } from 'jotai/vanilla'
import {
  historyStateAtom,
  isRunningAtom,
  shownConversationAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import type { TabEvent } from '../device/tabs.ts'
import { depsOf } from '../world/chat-deps.ts'
import { hearTabs } from '../world/hear-tabs.ts'
import { ownerAtom, tellTabsAtom } from '../world/owner.ts'

/**
 * Delays of repeated reads. A tab announces an answer before its message has reached the server, so the first
 * read may not contain it yet.
 */
export const RUN_LOOKS_MS: readonly number[] = [200, 400, 800, 1_600]

export interface TabFollower {
  /** Reads the shown thread again if this tab gets no events of other tabs. */
  reread(): void
  stop(): void
}

/** Tells the other tabs about events in the shown thread, and applies theirs. */
export function followTabs(store: Store): TabFollower {
  /** The last `run` event that was posted. */
  let told: { readonly thread: string; readonly isRunning: boolean } | null = null
  let lastNews: TabEvent | null = null
  let isDue = false
  let cancelLook = () => {}

  function tell() {
    const thread = store.get(threadIdAtom)
    const isRunning = store.get(isRunningAtom)
    if (thread === null || (told?.thread === thread && told.isRunning === isRunning)) return
    const isNews = isRunning || told?.thread === thread
    told = { thread, isRunning }
    if (!isNews) return
    lastNews = { type: 'run', thread, isRunning }
    store.set(tellTabsAtom, lastNews)
  }

  /** Asks the other tabs for their last event: rows that were read before this tab subscribed may be older. */
  function greet() {
    lastNews = null
    if (store.get(ownerAtom)) store.set(tellTabsAtom, { type: 'hello' })
  }

  function hear(event: TabEvent) {
    if (event.type === 'hello' && lastNews) store.set(tellTabsAtom, lastNews)
    if (event.type === 'missed') {
      greet()
      look()
    }
    if (event.type !== 'messages' && event.type !== 'run') return
    if (event.thread !== store.get(threadIdAtom)) return
    look()
    if (event.type !== 'run') return
    cancelLook()
    if (event.isRunning) lookLater(event.thread, 0)
  }

  function lookLater(thread: string, tries: number) {
    const delayMs = RUN_LOOKS_MS[tries]
    if (delayMs === undefined) return
    cancelLook = depsOf(store.get).clock.after(delayMs, () => {
      if (store.get(threadIdAtom) !== thread || store.get(isRunningAtom)) return
      look()
      lookLater(thread, tries + 1)
    })
  }

  /** Reads the shown thread again if it is idle. An answer that runs in another tab is followed here. */
  function look() {
    const history = store.get(historyStateAtom)
    // Rows that are being read may be older than the event.
    isDue = history === 'loading'
    const isFree = history === 'ready' && !store.get(isRunningAtom)
    if (isFree && store.get(threadIdAtom) !== null) void store.get(shownConversationAtom)?.load()
  }

  function lookAgain() {
    if (isDue && store.get(historyStateAtom) !== 'loading') look()
  }

  const stops = [
    store.sub(isRunningAtom, tell),
    store.sub(threadIdAtom, tell),
    store.sub(historyStateAtom, lookAgain),
    hearTabs(store, hear),
    store.sub(ownerAtom, greet),
  ]
  return {
    reread() {
      if (store.get(ownerAtom)?.tabs.isAlone) look()
    },
    stop() {
      cancelLook()
      for (const stop of stops) stop()
    },
  }
}
