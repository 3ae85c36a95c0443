import { createStore, type Store } from 'jotai/vanilla'
import { depsAtom, type ChatDeps } from './chat-deps.ts'

/** The one store of a frame. It does nothing by itself: `identifyAtom` says who chats. */
export function createChatStore(deps: ChatDeps): Store {
  const store = createStore()
  store.set(depsAtom, deps)
  return store
}
