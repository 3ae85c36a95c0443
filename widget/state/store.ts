import { createStore, type Store } from 'jotai/vanilla'
import { depsAtom, type ChatDeps } from './chat-deps.ts'
import { sessionToolsAtom } from './open-session.ts'
import { toolRegistryAtom } from './tools.ts'

/** The one store of a frame. It does nothing by itself: `identifyAtom` says who chats. */
export function createChatStore(deps: ChatDeps): Store {
  const store = createStore()
  store.set(depsAtom, deps)
  store.set(sessionToolsAtom, store.get(toolRegistryAtom))
  return store
}
