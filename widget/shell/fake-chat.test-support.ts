import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../shared/thread/message.ts'
import { showFakeThread, tellShown } from '../conversation/atoms/shown-thread.test-support.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { OutgoingMessage } from '../conversation/outgoing-message.ts'
import type { ThreadChange } from '../conversation/thread-log.ts'
import { createChatStore } from '../create-chat-store.ts'

const NOW = '2026-01-01T09:00:00.000Z'

export const ALL_CAPABILITIES = {
  switchToBranch: true,
  switchBranchDuringRun: false,
  edit: true,
  reload: true,
  cancel: true,
  continue: true,
  copy: true,
  speech: true,
  attachments: true,
  feedback: true,
}

/** A chat whose thread does what the test says, under the real atoms. */
export function createFakeChat() {
  const sent: string[] = []
  const outgoing: OutgoingMessage[] = []
  const retried: string[] = []
  /** Other calls of the session, in order. */
  const calls: unknown[][] = []
  const listeners = new Set<() => void>()
  const world = { isOnline: true, stops: 0, loads: 0 }
  const store = createChatStore({
    base: 'https://chat.example/p/demo',
    fetch: () => new Promise(() => undefined),
    clock: { now: () => 0, uptime: () => 0, after: () => () => undefined },
    random: () => 0,
    openStorage: () => localStorage,
    pace: { isImmediate: () => true, subscribe: () => () => undefined },
    connection: {
      isOnline: () => world.isOnline,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    report: () => undefined,
  })
  const session: Conversation = {
    async load() {
      world.loads += 1
    },
    loadOlder: () => Promise.resolve(),
    edit: (...given) => calls.push(['edit', ...given]) > 0,
    reload: (...given) => void calls.push(['reload', ...given]),
    switchTo: (...given) => void calls.push(['switchTo', ...given]),
    showRow: () => null,
    rowOf: () => undefined,
    answerTool: (...given) => void calls.push(['answerTool', ...given]),
    giveFeedback: (...given) => void calls.push(['giveFeedback', ...given]),
    has: () => false,
    send(message) {
      outgoing.push(message)
      sent.push(message.text)
      return true
    },
    stop() {
      world.stops += 1
      tell({ type: 'run', isRunning: false })
    },
    retry: (id) => void retried.push(id),
    continueAnswer: (...given) => void calls.push(['continueAnswer', ...given]),
    close: () => undefined,
  }
  showFakeThread(store, session)
  tell({ type: 'history', state: 'ready' })
  tell({ type: 'capabilities', capabilities: { ...ALL_CAPABILITIES, attachments: false } })

  function tell(change: ThreadChange): void {
    tellShown(store, change)
  }

  return {
    store,
    sent,
    /** Complete sent messages. */
    outgoing,
    retried,
    calls,
    world,
    tell,
    /** Shows exactly these messages. */
    show(messages: readonly Message[]): void {
      for (const message of messages) tell({ type: 'message', message })
      tell({ type: 'path', ids: messages.map(({ id }) => id) })
    },
    setOnline(isOnline: boolean): void {
      world.isOnline = isOnline
      for (const listener of listeners) listener()
    },
  }
}

export type FakeChat = ReturnType<typeof createFakeChat>

export const question = (id: string, text: string): Message => createUserMessage(id, NOW, text)

/** An answer of one text part, finished unless `overrides` says otherwise. */
export function answer(id: string, text: string, overrides: Partial<Message> = {}): Message {
  return {
    ...createAssistantMessage(id, NOW),
    content: text === '' ? [] : [{ type: 'text', text }],
    status: { type: 'complete', reason: 'stop' },
    ...overrides,
  }
}
