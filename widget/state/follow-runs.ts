import { AlcoveError } from '../../shared/errors.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import type { RunMessage } from '../api/run-calls.ts'
import type { ThreadChange } from '../engine/thread-change.ts'
import type { MadeThread, ThreadList } from '../threads/thread-list.ts'
import type { ThreadListAdapter } from '../threads/thread-list-adapter.ts'
import type { ThreadView } from './conversation-view.ts'
import { threadName } from './thread-list-facts.ts'

export interface RunFollowerSettings {
  readonly threads: ThreadList
  readonly adapter: ThreadListAdapter
  readonly signal: AbortSignal
  readonly viewOf: (slotId: string) => ThreadView | undefined
  /** The messages of its shown path. */
  readonly pathOf: (view: ThreadView) => readonly Message[]
  /** Whether somebody looks at the thread. */
  readonly isSeen: (slotId: string) => boolean
  readonly onUnread: (name: string) => void
  /** A title could not be made. */
  readonly onFailure: (error: unknown) => void
}

/** Makes of what sessions tell what the list shows: threads that begin, move, and have news. */
export function createRunFollower(settings: RunFollowerSettings) {
  const { threads, adapter, signal, viewOf, pathOf } = settings
  /** New threads whose first message is on its way. */
  const making = new Map<string, PromiseWithResolvers<MadeThread>>()

  function begin(slotId: string) {
    const slot = threads.find(slotId)
    if (!slot) return
    // An answer that is found running was begun before.
    if (slot.remoteId !== undefined) {
      if (viewOf(slotId)?.history !== 'loading') threads.touch(slotId)
      return
    }
    if (making.has(slotId)) return
    const made = Promise.withResolvers<MadeThread>()
    making.set(slotId, made)
    threads.initialize(slotId, () => made.promise).catch(() => {})
  }

  function learn(slotId: string, remoteId: string) {
    const made = { remoteId, externalId: slotId }
    const known = making.get(slotId)
    making.delete(slotId)
    if (known) known.resolve(made)
    else if (threads.find(slotId)) threads.initialize(slotId, async () => made).catch(() => {})
    // One that was begun in a tab which is gone by now.
    else if (threads.status === 'ready') threads.reload().catch(() => {})
  }

  function end(slotId: string) {
    const view = viewOf(slotId)
    if (!view) return
    void settleMaking(slotId, view)
    const slot = threads.find(slotId)
    const messages = pathOf(view)
    const last = messages.at(-1)
    if (!slot || last?.role !== 'assistant') return
    if (!settings.isSeen(slotId)) settings.onUnread(threadName(slot))
    if (slot.title === undefined && slot.status !== 'new') {
      threads.nameOnce(slotId, messages.map(toRunMessage)).catch(settings.onFailure)
    }
  }

  /** The run ended, and nobody said what its thread is called. */
  async function settleMaking(slotId: string, view: ThreadView) {
    const made = making.get(slotId)
    if (!made) return
    making.delete(slotId)
    if (view.unsent.size > 0 || view.ids.length === 0 || !adapter.initialize) {
      return made.reject(new AlcoveError('send_failed', 'The message was not sent.'))
    }
    try {
      made.resolve(await adapter.initialize(slotId, signal))
    } catch (error) {
      made.reject(error)
    }
  }

  return (slotId: string, change: ThreadChange): void => {
    if (change.type === 'thread') learn(slotId, change.id)
    else if (change.type === 'run') {
      if (change.isRunning) begin(slotId)
      else end(slotId)
    }
  }
}

/** The words are all that a title is made of. */
const toRunMessage = (message: Message): RunMessage => ({
  role: message.role,
  content: [{ type: 'text', text: messageText(message) }],
})
