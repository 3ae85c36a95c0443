import type { Store } from 'jotai/vanilla'
import type { TabEvent } from '../device/tabs.ts'
import { ownerAtom } from './owner.ts'

/** Subscribes to the other tabs of the current person. Returns a function that unsubscribes. */
export function hearTabs(store: Store, listener: (event: TabEvent) => void): () => void {
  let stop = () => {}
  const listen = () => {
    stop()
    stop = store.get(ownerAtom)?.tabs.subscribe(listener) ?? (() => {})
  }
  const stopWatching = store.sub(ownerAtom, listen)
  listen()
  return () => {
    stopWatching()
    stop()
  }
}
