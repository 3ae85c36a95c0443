import { AlcoveError } from '../../../shared/errors.ts'
import { messageText, type Message } from '../../../shared/thread/message.ts'
import type { Clock } from '../../api/clock.ts'
import type { CloudThreads } from '../../api/cloud-threads.ts'
import type { RunMessage } from '../../api/run-calls.ts'
import type { ThreadView } from '../../conversation/atoms/conversations.ts'
import type { ThreadChange } from '../../conversation/thread-log.ts'
import type { MadeThread } from '../thread-changes.ts'
import type { ThreadSlot } from '../thread-list-state.ts'
import type { ThreadList } from '../thread-list.ts'
import { threadName } from './thread-list-facts.ts'

export interface RunFollowerSettings {
  readonly threads: ThreadList
  readonly adapter: CloudThreads
  readonly signal: AbortSignal
  readonly viewOf: (slotId: string) => ThreadView | undefined
  /** Messages of the shown path. */
  readonly pathOf: (view: ThreadView) => readonly Message[]
  /** True if the thread is visible. */
  readonly isSeen: (slotId: string) => boolean
  readonly onUnread: (name: string) => void
  /** Called if an answer ended in view, unless the person stopped it. */
  readonly onSeen: (slotId: string) => void
  /** Called if a title could not be made. */
  readonly onFailure: (error: unknown) => void
}

/** Updates the list from changes of conversations: threads that begin, move and have unread answers. */
export function createRunFollower(settings: RunFollowerSettings) {
  const { threads, adapter, signal, viewOf, pathOf } = settings
  /** New threads whose first message is being sent. */
  const making = new Map<string, PromiseWithResolvers<MadeThread>>()

  function begin(slotId: string) {
    const slot = threads.find(slotId)
    if (!slot) return
    // An answer that is found running began earlier.
    if (slot.remoteId !== undefined) {
      if (viewOf(slotId)?.history !== 'loading') threads.touch(slotId)
      return
    }
    if (making.has(slotId)) return
    // No limit: the run of the thread ends by its own table, see `scripts/states`, and settles it.
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
    // The thread was begun in a tab that is now closed.
    else if (threads.status === 'ready') threads.reload().catch(() => {})
  }

  function end(slotId: string) {
    const view = viewOf(slotId)
    void settleMaking(slotId, view)
    if (!view) return
    const slot = threads.find(slotId)
    const messages = pathOf(view)
    const last = messages.at(-1)
    if (!slot || last?.role !== 'assistant') return
    const text = firstWordsOf(last)
    if (text !== '') threads.noteText(slot.id, text)
    if (!settings.isSeen(slotId)) settings.onUnread(threadName(slot))
    else if (!isStopped(last)) settings.onSeen(slotId)
    if (slot.title === undefined && slot.status !== 'new') {
      threads.nameOnce(slotId, messages.map(toRunMessage)).catch(settings.onFailure)
    }
  }

  /** The run ended without the thread's id. */
  async function settleMaking(slotId: string, view: ThreadView | undefined) {
    const made = making.get(slotId)
    if (!made) return
    making.delete(slotId)
    // A conversation that was closed meanwhile made no known thread.
    const isSent = view && view.unsent.size === 0 && view.ids.length > 0
    if (!isSent || !adapter.initialize) {
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

const isStopped = ({ status }: Message): boolean =>
  status?.type === 'incomplete' && status.reason === 'cancelled'

/** A line of text without marks, shown until the list is read: the server parses markdown better. */
const firstWordsOf = (message: Message): string =>
  messageText(message).slice(0, LINE_CHARACTERS).replace(MARKS, '$1').trim()

const LINE_CHARACTERS = 320

/**
 * Links (their text stays), marks at the beginning of a line, and marks at the edges of words, unlike in
 * `snake_case`.
 */
const MARKS =
  /!?\[([^\]]*)\]\([^)]*\)|^[-+>#]+ |(?<![\w\\])(?:[*_`]{1,3}|~~)(?=[^\s*_~`])|(?<=[^\s*_~`\\])(?:[*_`]{1,3}|~~)(?!\w)|\|/gm

/** A title is made of the text only. */
const toRunMessage = (message: Message): RunMessage => ({
  role: message.role,
  content: [{ type: 'text', text: messageText(message) }],
})

/** Interval for polling the list while an answer runs that no conversation here follows. */
export const LISTED_RUN_POLL_MS = 5_000

interface RunWatchSettings {
  readonly threads: ThreadList
  readonly clock: Clock
  /** True if a conversation of this or another tab reports on the thread. */
  readonly isFollowed: (slot: ThreadSlot) => boolean
  /** True if the list may be visible. */
  readonly isLooking: () => boolean
  /** Called at the end of an answer that no conversation followed. */
  readonly onEnd: (slot: ThreadSlot) => void
}

/** Notices the end of answers that no open conversation follows: their tab or conversation was closed. */
export function createRunWatch(settings: RunWatchSettings): { look(): void } {
  const { threads, clock, isFollowed, isLooking, onEnd } = settings
  let before: ReadonlySet<string> = new Set()
  let isWaiting = false

  function wait() {
    if (isWaiting || before.size === 0 || threads.status !== 'ready') return
    isWaiting = true
    clock.after(LISTED_RUN_POLL_MS, () => {
      isWaiting = false
      // The reload publishes a change, which calls `look` again.
      if (isLooking()) threads.reload().catch(() => {})
    })
  }

  return {
    look() {
      const { slots } = threads.state
      const running = [...slots.values()].filter((slot) => slot.isRunning && !isFollowed(slot))
      for (const id of before) {
        const slot = slots.get(id)
        if (!slot || slot.isRunning || isFollowed(slot) || id === threads.mainId) continue
        onEnd(slot)
      }
      before = new Set(running.map(({ id }) => id))
      wait()
    },
  }
}
