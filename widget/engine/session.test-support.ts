import { messageText, type Message } from '../../shared/thread/message.ts'
import { createManualClock, settle, type ManualClock } from '../cloud/manual-clock.test-support.ts'
import { createFakeCloud, type FakeCloud } from './fake-cloud.test-support.ts'
import type { HistoryState, ThreadChange } from './thread-change.ts'
import { createThreadSession, type ThreadSession } from './thread-session.ts'

/** A thread session with a screen that only remembers. */
export interface SessionWorld {
  readonly cloud: FakeCloud
  readonly clock: ManualClock
  readonly session: ThreadSession
  readonly changes: readonly ThreadChange[]
  readonly isRunning: boolean
  readonly history: HistoryState
  readonly unsent: ReadonlySet<string>
  readonly returned: readonly string[]
  readonly failures: readonly { during: string; error: unknown }[]
  readonly path: readonly Message[]
  /** `role: text` of what is shown. */
  readonly lines: readonly string[]
  /** Time for everything that was received to be shown. */
  settle(): Promise<void>
}

export function createSessionWorld(
  options: { threadId?: string; isNew?: boolean; holds?: boolean } = {},
): SessionWorld {
  const cloud = createFakeCloud({ holds: options.holds ?? false })
  const clock = createManualClock()
  const messages = new Map<string, Message>()
  const changes: ThreadChange[] = []
  const returned: string[] = []
  const failures: { during: string; error: unknown }[] = []
  let ids: readonly string[] = []
  let isRunning = false
  let history: HistoryState = 'idle'
  let unsent: ReadonlySet<string> = new Set()

  const session = createThreadSession({
    cloud,
    clock,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    threadId: options.threadId ?? '__LOCALID_abcdefg',
    isNew: options.isNew ?? true,
    onChange(change) {
      changes.push(change)
      if (change.type === 'path') ids = change.ids
      if (change.type === 'message') messages.set(change.message.id, change.message)
      if (change.type === 'message-removed') messages.delete(change.id)
      if (change.type === 'run') isRunning = change.isRunning
      if (change.type === 'history') history = change.state
      if (change.type === 'unsent') unsent = change.ids
      if (change.type === 'draft-returned') returned.push(change.draft.text)
      if (change.type === 'failure') failures.push(change)
    },
  })
  const path = () => ids.flatMap((id) => messages.get(id) ?? [])

  return {
    cloud,
    clock,
    session,
    changes,
    returned,
    failures,
    get isRunning() {
      return isRunning
    },
    get history() {
      return history
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
      await clock.advance(300)
    },
  }
}
