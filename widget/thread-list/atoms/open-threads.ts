import { atom, type Getter } from 'jotai/vanilla'
import type { CloudThreads } from '../../api/cloud-threads.ts'
import type { ThreadSummary } from '../../api/cloud.ts'
import { pathOf } from '../../conversation/atoms/conversation-view.ts'
import {
  closeConversationAtom,
  conversationOf,
  conversationsAtom,
  type OpenConversation,
} from '../../conversation/atoms/conversations.ts'
import { hearConversationsAtom, showSlotAtom } from '../../conversation/atoms/open-conversation.ts'
import { queuedFactAtom } from '../../conversation/atoms/queued.ts'
import { depsOf } from '../../world/chat-deps.ts'
import type { Identity } from '../../world/identity.ts'
import { createOpenThreadRecord } from '../../world/open-thread-record.ts'
import { postToTabsAtom } from '../../world/owner.ts'
import { panelAtom } from '../../world/panel.ts'
import type { ThreadSlot } from '../thread-list-state.ts'
import { createThreadList, type ThreadList } from '../thread-list.ts'
import { createRunFollower, createRunWatch } from './follow-runs.ts'
import { noteThreadsAtom, runsElsewhereAtom, threadName, threadsAtom } from './thread-list-facts.ts'
import { clearUnreadAtom, comeToThreadAtom, markUnreadAtom, noteSeenEndAtom } from './unread.ts'
import { beginCallAtom } from '../../world/call-keeper.ts'
import { keepChanges } from '../keep-changes.ts'

// Loaded later: a thread can be shown without it.

/** Maximum number of hidden threads with a followed answer. Each holds one of a browser's few connections. */
export const HIDDEN_RUNS_MAX = 3
/** Maximum number of idle hidden threads, kept to be shown again at once. */
export const HIDDEN_IDLE_MAX = 3

/** Operations for a client without a list: known threads can be shown. */
export const SWITCHING_ONLY: CloudThreads = {
  switchToThread: () => Promise.resolve(),
  switchToNewThread: () => Promise.resolve(),
}

export interface FirstThread {
  readonly identity: Identity
  readonly adapter: CloudThreads
  /** `null`: a new thread. */
  readonly thread: ThreadSummary | null
}

/** Makes the list of the current person, and shows its first thread. */
export const openThreadsAtom = atom(null, async (get, set, first: FirstThread): Promise<void> => {
  const { identity, thread } = first
  const adapter = keepChanges(first.adapter, (call, signal) => set(beginCallAtom, call, signal))
  const { base, clock, openTabStorage, report, answers } = depsOf(get)
  const record = createOpenThreadRecord(base, openTabStorage)
  const made: { list?: ThreadList } = {}
  /** True unless the person has changed: then nothing may reach the screen. */
  const isCurrent = () => made.list !== undefined && get(threadsAtom) === made.list
  const isShown = (id: string) => isCurrent() && made.list?.mainId === id

  const viewOf = (id: string) => {
    const open = conversationOf(get, id)
    return open && get(open.viewAtom)
  }
  const hasMessages = (id: string) => (viewOf(id)?.ids.length ?? 0) > 0
  const isQueued = (id: string) =>
    get(queuedFactAtom).some(({ thread: name }) => made.list?.find(name)?.id === id)

  const threads = createThreadList({
    adapter,
    main: thread && createFirstSlot(thread),
    signal: identity.closing.signal,
    now: clock.now,
    onChange() {
      if (isCurrent()) publish()
    },
    async show(slot) {
      set(comeToThreadAtom, slot)
      await set(showSlotAtom, slot, () => isShown(slot.id))
      if (isCurrent()) set(clearUnreadAtom)
    },
    onDetach: (id) => set(closeConversationAtom, id),
    onDone: (change, name) => set(postToTabsAtom, { type: 'thread', change, thread: name }),
    isUsed: (id) => hasMessages(id) || isQueued(id),
    isHeld: (id) => viewOf(id) !== undefined || isQueued(id),
  })
  made.list = threads
  const keep = createKeeping(record)

  function publish() {
    const main = threads.find(threads.mainId)
    const { state, status, isLoadingMore } = threads
    set(noteThreadsAtom, { list: { state, status, isLoadingMore, main } })
    keep(main?.remoteId)
    closeSpare()
    watch.look()
  }

  function closeSpare() {
    // Messages that no server stores would be lost with their conversation.
    const isKept = (answers?.type ?? 'chat') === 'chat' && identity.cloud.hasIdentity()
    if (!isKept) return
    const hidden = get(conversationsAtom).filter(({ id }) => id !== threads.mainId && !isQueued(id))
    for (const { id, runAtom } of findSpare(get, hidden)) {
      const isRunning = get(runAtom) === true
      set(closeConversationAtom, id)
      // From here on, only the list reports the run.
      threads.noteRun(id, isRunning)
    }
  }

  const watch = createRunWatch({
    threads,
    clock,
    isFollowed: (slot) =>
      viewOf(slot.id) !== undefined || get(runsElsewhereAtom).has(threadName(slot)),
    isLooking: () => isCurrent() && get(panelAtom).isOpen,
    onEnd: (slot) => set(markUnreadAtom, threadName(slot), true),
  })
  const follower = createRunFollower({
    threads,
    adapter,
    signal: identity.closing.signal,
    viewOf,
    pathOf: (view) => pathOf(get, view),
    isSeen: (id) => isShown(id) && get(panelAtom).isOpen,
    onUnread: (name) => set(markUnreadAtom, name, true),
    onSeen: (slotId) => set(noteSeenEndAtom, slotId),
    onFailure: (error) => report('A title could not be made:', error),
  })
  set(hearConversationsAtom, {
    onChange(id, change) {
      if (!isCurrent()) return
      follower(id, change)
      closeSpare()
    },
  })
  set(noteThreadsAtom, { threads })
  publish()
  const main = threads.find(threads.mainId)
  if (main) await set(showSlotAtom, main, () => isShown(main.id))
  if (isCurrent()) set(clearUnreadAtom)
})

/** Returns a function that records the shown thread for a reload. The same id is written once. */
function createKeeping(record: ReturnType<typeof createOpenThreadRecord>) {
  let keptId = record.read()
  return (id: string | undefined) => {
    if (keptId === id) return
    keptId = id
    if (id === undefined) record.remove()
    else record.write(id)
  }
}

const createFirstSlot = ({ id, title }: ThreadSummary): ThreadSlot => ({
  id,
  remoteId: id,
  status: 'regular',
  title: title ?? undefined,
  isRunning: false,
})

/** True if closing a conversation would lose something. */
export function isHolding(get: Getter, { viewAtom, returned }: OpenConversation): boolean {
  const view = get(viewAtom)
  // A page's tool can only finish an answer while its conversation is open.
  const hasOpenCall = pathOf(get, view)
    .at(-1)
    ?.content.some((part) => part.type === 'tool-call' && part.result === undefined)
  return view.unsent.size > 0 || returned !== null || (view.isRunning && hasOpenCall === true)
}

/**
 * Chooses conversations to close, since the server has all of their messages: those left longest ago.
 *
 * @param hidden hidden conversations, in the order in which they were left.
 */
export function findSpare(
  get: Getter,
  hidden: readonly OpenConversation[],
): readonly OpenConversation[] {
  const free = hidden.filter((open) => !isHolding(get, open))
  const running = free.filter(({ runAtom }) => get(runAtom))
  const idle = free.filter(({ runAtom }) => !get(runAtom))
  return [
    ...running.slice(0, Math.max(0, running.length - HIDDEN_RUNS_MAX)),
    ...idle.slice(0, Math.max(0, idle.length - HIDDEN_IDLE_MAX)),
  ]
}
