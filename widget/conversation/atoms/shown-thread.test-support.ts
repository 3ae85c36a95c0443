import type { Store } from 'jotai/vanilla'
import type { Conversation } from '../conversation.ts'
import type { ThreadChange } from '../thread-log.ts'
import { createConversationView } from './conversation-view.ts'
import {
  addConversationAtom,
  showConversationAtom,
  shownThreadAtom,
  type OpenConversation,
} from './conversations.ts'
import { takeChangeAtom } from './open-conversation.ts'

/** A thread without answers. */
const SILENT: Conversation = {
  load: () => Promise.resolve(),
  loadOlder: () => Promise.resolve(),
  has: () => false,
  send: () => false,
  edit: () => false,
  reload: () => {},
  switchTo: () => {},
  showRow: () => null,
  rowOf: () => undefined,
  answerTool: () => {},
  giveFeedback: () => {},
  stop: () => {},
  retry: () => {},
  continueAnswer: () => {},
  close: () => {},
}

const createFake = (id: string, session: Partial<Conversation>): OpenConversation => ({
  ...createConversationView(null),
  id,
  conversation: { ...SILENT, ...session },
  returned: null,
})

/** Shows a thread with the test's behaviour. */
export function showFakeThread(
  store: Store,
  session: Partial<Conversation> = {},
  id = 'fake',
): OpenConversation {
  const shown = createFake(id, session)
  store.set(showConversationAtom, shown)
  return shown
}

/** Opens a hidden thread. */
export function hideFakeThread(store: Store, id: string): OpenConversation {
  const hidden = createFake(id, {})
  store.set(addConversationAtom, hidden)
  return hidden
}

/** Sends changes from the shown thread, and shows one first if needed. */
export function tellShown(store: Store, ...changes: readonly ThreadChange[]): void {
  const shown = store.get(shownThreadAtom) ?? showFakeThread(store)
  for (const change of changes) store.set(takeChangeAtom, shown, change)
}
