import { atom, type Getter } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { createLocalThreadId, LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'
import '../../api/chat-calls.ts'
import { noteShownKeyAtom, noteThreadKeyAtom } from './thread-keys.ts'
import { draftReturned, runEnded, threadShown } from './conversation-events.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { disproveAtom, reportFailureAtom } from '../../world/failures.ts'
import { identityAtom, isHostUser, type Identity } from '../../world/identity.ts'
import type { Disproof } from '../../world/failure-table.ts'
import { chooseTransport } from './choose-transport.ts'
import type { Conversation } from '../conversation.ts'
import { createConversation } from '../create-conversation.ts'
import type { ThreadChange } from '../thread-log.ts'
import type { CreateToolRunner } from '../tool-desk.ts'
import { createToolRunner } from '../tools/tool-runner.ts'
import type { Transport } from '../transport.ts'
import { createConversationView } from './conversation-view.ts'
import {
  type ConversationView,
  addConversationAtom,
  conversationOf,
  showConversationAtom,
  shownThreadIdAtom,
  type OpenConversation,
} from './conversations.ts'
import { hostContextAtom } from '../../world/shared-context.ts'
import { pageToolsAtom } from './tools.ts'
import { beginCallAtom } from '../../world/call-keeper.ts'
import type { KeepRating } from '../feedback.ts'

// Loaded together with the conversation's code, because later the network may be gone.

// Loaded later: a thread can be shown without it.

/** The thread that a conversation is opened for. */
export interface ThreadRef {
  /** Stays the same as long as the page is open, also after the server gave the thread an id. */
  readonly id: string
  /** The server's id; absent while it does not know the thread. */
  readonly remoteId?: string | undefined
}

interface ConversationListener {
  readonly onChange: (id: string, change: ThreadChange) => void
}
const listenerAtom = atom<ConversationListener | null>(null)
/** Sets the listener for changes of all open conversations. */
export const hearConversationsAtom = atom(null, (_get, set, listener: ConversationListener) =>
  set(listenerAtom, listener),
)

/**
 * Shows a thread; the one shown before stays open. Does nothing without an identity, or if the thread is no
 * longer wanted when it could be shown.
 */
export const showSlotAtom = atom(
  null,
  async (get, set, slot: ThreadRef, isWanted: () => boolean): Promise<void> => {
    const identity = get(identityAtom)
    if (!identity) return
    const transport = await chooseTransport(depsOf(get), identity)
    // Another thread or another person came meanwhile.
    if (get(identityAtom) !== identity || !isWanted()) return
    const open = set(presentAtom, slot, { identity, transport })
    // The server does not know this thread, so there is nothing to load.
    if (slot.remoteId === undefined || !identity.cloud.hasIdentity()) return
    // A running answer is up to date. An idle thread may have new messages from elsewhere.
    if (!get(open.runAtom)) await open.conversation.load()
  },
)

/** Opens a hidden thread. Returns `null` if the person changed meanwhile. */
export const openHiddenAtom = atom(
  null,
  async (get, set, slot: ThreadRef): Promise<OpenConversation | null> => {
    const identity = get(identityAtom)
    if (!identity) return null
    const transport = await chooseTransport(depsOf(get), identity)
    if (get(identityAtom) !== identity) return null
    const known = conversationOf(get, slot.id)
    if (known) return known
    const open = set(openAtom, slot, { identity, transport })
    set(addConversationAtom, open)
    if (slot.remoteId !== undefined) await open.conversation.load()
    return open
  },
)

interface ConversationWorld {
  readonly identity: Identity
  readonly transport: Transport
}

/** Synchronous, so that a thread is never shown with the text of another. */
const presentAtom = atom(
  null,
  (get, set, slot: ThreadRef, world: ConversationWorld): OpenConversation => {
    const open = conversationOf(get, slot.id) ?? set(openAtom, slot, world)
    set(showConversationAtom, open)
    set(noteShownKeyAtom, slot.id)
    void set(threadShown.notifyAtom)
    set(giveBackAtom, open)
    return open
  },
)

/** Delivers a returned draft once, while its thread is shown. */
const giveBackAtom = atom(null, (_get, set, open: PendingConversation) => {
  const { returned } = open
  open.returned = null
  if (returned) void set(draftReturned.notifyAtom, returned)
})

const openAtom = atom(
  null,
  (get, set, slot: ThreadRef, world: ConversationWorld): OpenConversation => {
    const view = createConversationView(slot.remoteId ?? null)
    const pending: PendingConversation = { ...view, id: slot.id, returned: null }
    // Reports changes from the beginning of its construction.
    const onChange = (change: ThreadChange) => set(takeChangeAtom, pending, change)
    const keepRating: KeepRating = ({ threadId: thread, messageId: message }, feedback, signal) =>
      set(beginCallAtom, { type: 'rating', thread, message, feedback }, signal)
    return Object.assign(pending, {
      conversation: makeConversation(get, slot, world, { onChange, keepRating }),
    })
  },
)

interface ConversationLinks {
  readonly onChange: (change: ThreadChange) => void
  readonly keepRating: KeepRating
}

function makeConversation(
  get: Getter,
  slot: ThreadRef,
  { identity, transport }: ConversationWorld,
  { onChange, keepRating }: ConversationLinks,
): Conversation {
  const deps = depsOf(get)
  const { clock, pace, isReadOnly = false, hasSpeech = false } = deps
  const tools = get(pageToolsAtom)
  return createConversation({
    cloud: identity.cloud,
    clock,
    pace,
    letDraw: deps.letDraw,
    random: deps.random,
    ...(deps.wake ? { wake: deps.wake } : {}),
    isReadOnly,
    pathMemory: createChosenPaths(deps.base, deps.openTabStorage),
    hasSpeech,
    transport,
    ...(tools
      ? {
          refreshContext: () => tools.refresh?.(),
          readContext: () => {
            const { system, callSettings } = get(hostContextAtom)
            return { system, callSettings, ...tools.modelContext() }
          },
          createToolRunner: (...[listeners, threadId]: Parameters<CreateToolRunner>) =>
            createToolRunner({ ...listeners, tools: tools.forThread(threadId), clock }),
        }
      : {}),
    keepRating,
    threadId: slot.remoteId ?? localIdOf(slot),
    isNew: slot.remoteId === undefined,
    onChange,
  })
}

/** Each thread that the server does not know has a local id. */
const localIdOf = ({ id }: ThreadRef): string =>
  id.startsWith(LOCAL_THREAD_PREFIX) ? id : createLocalThreadId()

/** A conversation reports changes while it is being made. */
type PendingConversation = ConversationView & Pick<OpenConversation, 'id' | 'returned'>

/** Forwards a change to the conversation's view, the failures and the listener. */
export const takeChangeAtom = atom(
  null,
  (get, set, open: PendingConversation, change: ThreadChange) => {
    const isShown = get(shownThreadIdAtom) === open.id
    if (change.type === 'failure') set(takeFailureAtom, change, isShown)
    const disproof = isShown || change.type === 'taken' ? disproofOf(change) : null
    if (disproof) set(disproveAtom, disproof)
    set(open.takeAtom, change)
    if (change.type === 'draft-returned') {
      open.returned = change
      if (isShown) set(giveBackAtom, open)
    }
    if (change.type === 'thread' && change.id !== open.id) {
      set(noteThreadKeyAtom, change.id, open.id)
    }
    get(listenerAtom)?.onChange(open.id, change)
    if (change.type === 'run' && !change.isRunning && isShown) void set(runEnded.notifyAtom)
  },
)

/** Evidence in a change that failures are over. An accepted call counts for all threads. */
function disproofOf(change: ThreadChange): Disproof | null {
  switch (change.type) {
    case 'run':
      return change.isRunning ? 'answer begun' : 'answer ended'
    case 'history':
      return change.state === 'ready' ? 'history loaded' : null
    case 'taken':
      return change.what
    default:
      return null
  }
}

const takeFailureAtom = atom(
  null,
  (get, set, { during, error }: Extract<ThreadChange, { type: 'failure' }>, isShown: boolean) => {
    // A failed sign-in concerns every thread; other failures are shown in their thread only.
    const isAuth = error instanceof AlcoveError && /^(token|auth)_/.test(error.code)
    if (isShown || isAuth) {
      return set(reportFailureAtom, { during, error, isHostUser: isHostUser(get(identityAtom)) })
    }
    depsOf(get).report('A hidden thread failed:', error)
  },
)
