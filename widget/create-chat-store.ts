import { createStore, type Store } from 'jotai/vanilla'
import { listenInComposerAtom } from './composer/atoms/listen-in-composer.ts'
import { listenInConversationAtom } from './conversation/atoms/listen-in-conversation.ts'
import { provideToolsAtom } from './conversation/atoms/tools.ts'
import { createToolRegistry } from './conversation/tools/tool-registry.ts'
import { listenInMessagesAtom } from './messages/atoms/suggestions.ts'
import { listenInThreadListAtom } from './thread-list/atoms/opening.ts'
import { provideDepsAtom, type ChatDeps } from './world/chat-deps.ts'
import { serverLimitsAtom } from './world/server-facts.ts'

/** The store of a frame. Does nothing by itself: `identifyAtom` sets the user. */
export function createChatStore(deps: ChatDeps): Store {
  const store = createStore()
  store.set(provideDepsAtom, deps)
  // The server's limits may arrive later; the tools stay the same.
  const readLimits = () => store.get(serverLimitsAtom).limits ?? {}
  store.set(provideToolsAtom, createToolRegistry(undefined, readLimits))
  store.set(listenInComposerAtom)
  store.set(listenInConversationAtom)
  store.set(listenInThreadListAtom)
  store.set(listenInMessagesAtom)
  return store
}
