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
    // One that was begun in a tab which is gone by now.
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
    if (slot.title === undefined && slot.status !== 'new') {
      threads.nameOnce(slotId, messages.map(toRunMessage)).catch(settings.onFailure)
    }
  }

  /** The run ended, and nobody said what its thread is called. */
  async function settleMaking(slotId: string, view: ThreadView | undefined) {
    const made = making.get(slotId)
    if (!made) return
    making.delete(slotId)
    // A conversation that was closed meanwhile made no thread that anybody knows of.
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

/** As much as a line can show, without the marks; the server knows markdown better, and is asked for the list some time. */
const firstWordsOf = (message: Message): string =>
  messageText(message).slice(0, LINE_CHARACTERS).replace(MARKS, '$1').trim()

const LINE_CHARACTERS = 320

/** A link around its text, what begins a line, and what stands at an end of a word: `snake_case` has none. */
const MARKS =
  /!?\[([^\]]*)\]\([^)]*\)|^[-+>#]+ |(?<![\w\\])(?:[*_`]{1,3}|~~)(?=[^\s*_~`])|(?<=[^\s*_~`\\])(?:[*_`]{1,3}|~~)(?!\w)|\|/gm

/** The words are all that a title is made of. */
const toRunMessage = (message: Message): RunMessage => ({
  role: message.role,
  content: [{ type: 'text', text: messageText(message) }],
})

/** How often the list is read again while an answer runs that nothing here follows. */
export const LISTED_RUN_POLL_MS = 5_000

interface RunWatchSettings {
  readonly threads: ThreadList
  readonly clock: Clock
  /** Whether a session, of this tab or another, tells of the thread by itself. */
  readonly isFollowed: (slot: ThreadSlot) => boolean
  /** Whether anybody could see the list. */
  readonly isLooking: () => boolean
  /** An answer ended that nobody followed. */
  readonly onEnd: (slot: ThreadSlot) => void
}

/** Notices the ends of answers that run elsewhere: in a tab that is gone, or let go for another one. */
export function createRunWatch(settings: RunWatchSettings): { look(): void } {
  const { threads, clock, isFollowed, isLooking, onEnd } = settings
  let before: ReadonlySet<string> = new Set()
  let isWaiting = false

  function wait() {
    if (isWaiting || before.size === 0 || threads.status !== 'ready') return
    isWaiting = true
    clock.after(LISTED_RUN_POLL_MS, () => {
      isWaiting = false
      // What changes is published, and looked at again.
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
