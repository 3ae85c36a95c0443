import { vi } from 'vitest'
import { messageText, type Message } from '../../shared/thread/message.ts'
import { createManualClock, settle, type ManualClock } from '../api/manual-clock.test-support.ts'
import type { WakeReason } from '../api/backoff.ts'
import { NO_CAPABILITIES, type Capabilities } from './capabilities.ts'
import { type Conversation, type ConversationSettings } from './conversation.ts'
import { createConversation } from './create-conversation.ts'
import { createFakeCloud, type FakeCloud } from './fake-cloud.test-support.ts'
import type { HistoryState, HumanRequest, OlderState, ThreadChange } from './thread-log.ts'

/** A conversation with a screen that only records. */
export interface SessionWorld {
  readonly cloud: FakeCloud
  readonly clock: ManualClock
  readonly session: Conversation
  readonly changes: readonly ThreadChange[]
  readonly isRunning: boolean
  readonly isReconnecting: boolean
  /** The browser's report on its network. */
  isOnline: boolean
  /** Makes the page visible again, or the network available. */
  wake(reason?: WakeReason): Promise<void>
  /** Number of subscribers to that. */
  readonly sleepers: number
  readonly history: HistoryState
  readonly older: OlderState
  readonly capabilities: Capabilities
  readonly requests: readonly HumanRequest[]
  /** `2/3` of each shown message that has siblings, by its text. */
  readonly branches: Readonly<Record<string, string>>
  readonly unsent: ReadonlySet<string>
  readonly returned: readonly string[]
  readonly failures: readonly { during: string; error: unknown }[]
  readonly path: readonly Message[]
  /** `role: text` of each shown message. */
  readonly lines: readonly string[]
  /** Advances time until all received text is shown. */
  settle(): Promise<void>
}

export function createSessionWorld({
  holds = false,
  answersRecords = false,
  hasStreams = false,
  ...options
}: Partial<ConversationSettings> & {
  holds?: boolean
  answersRecords?: boolean
  hasStreams?: boolean
} = {}): SessionWorld {
  const cloud = createFakeCloud({ holds, answersRecords, hasStreams })
  const wakes = new Set<(reason?: WakeReason) => void>()
  const clock = createManualClock()
  const messages = new Map<string, Message>()
  const changes: ThreadChange[] = []
  const returned: string[] = []
  const failures: { during: string; error: unknown }[] = []
  let ids: readonly string[] = []
  let isRunning = false
  let isReconnecting = false
  let history: HistoryState = 'idle'
  let older: OlderState = 'none'
  let capabilities = NO_CAPABILITIES
  let requests: readonly HumanRequest[] = []
  const siblings = new Map<string, readonly string[]>()
  let unsent: ReadonlySet<string> = new Set()

  const session = createConversation({
    cloud,
    clock,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    random: () => 1,
    wake: {
      isOnline: () => world.isOnline,
      subscribe(listener) {
        wakes.add(listener)
        return () => wakes.delete(listener)
      },
    },
    threadId: '__LOCALID_abcdefg',
    isNew: true,
    ...options,
    onChange(change) {
      changes.push(change)
      if (change.type === 'path') ids = change.ids
      if (change.type === 'message') messages.set(change.message.id, change.message)
      if (change.type === 'message-removed') messages.delete(change.id)
      if (change.type === 'run') isRunning = change.isRunning
      if (change.type === 'reconnecting') isReconnecting = change.isReconnecting
      if (change.type === 'history') history = change.state
      if (change.type === 'older') older = change.state
      if (change.type === 'capabilities') capabilities = change.capabilities
      if (change.type === 'human-requests') requests = change.requests
      if (change.type === 'branches') siblings.set(change.id, change.ids)
      if (change.type === 'unsent') unsent = change.ids
      if (change.type === 'draft-returned') returned.push(change.draft.text)
      if (change.type === 'failure') failures.push(change)
    },
  })
  const path = () => ids.flatMap((id) => messages.get(id) ?? [])

  const world: SessionWorld = {
    cloud,
    clock,
    session,
    changes,
    returned,
    failures,
    isOnline: true,
    async wake(reason) {
      for (const listener of wakes) listener(reason)
      await settle()
    },
    get sleepers() {
      return wakes.size
    },
    get isRunning() {
      return isRunning
    },
    get isReconnecting() {
      return isReconnecting
    },
    get history() {
      return history
    },
    get older() {
      return older
    },
    get capabilities() {
      return capabilities
    },
    get requests() {
      return requests
    },
    get branches() {
      return Object.fromEntries(
        path().flatMap((message) => {
          const all = siblings.get(message.id) ?? []
          const place = `${all.indexOf(message.id) + 1}/${all.length}`
          return all.length > 1 ? [[messageText(message), place]] : []
        }),
      )
    },
    get unsent() {
      return unsent
    },
    get path() {
      return path()
    },
    get lines() {
      return path().map((message) => `${message.role}: ${messageText(message)}`)
    },
    async settle() {
      await settle()
      // Code that is loaded on first use takes as long as the machine needs.
      await vi.dynamicImportSettled()
      await settle()
      await clock.advance(300)
    },
  }
  return world
}
