import { atom, type Getter } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { createLocalThreadId, LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'
import { later } from '../../../shared/later.ts'
import '../../api/chat-calls.ts'
import type { Fetch } from '../../api/call.ts'
import { noteShownKeyAtom, noteThreadKeyAtom } from './thread-keys.ts'
import { draftReturned, threadShown } from './conversation-events.ts'
import { depsOf, type ChatDeps } from '../../world/chat-deps.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { disproveAtom, reportFailureAtom } from '../../world/failures.ts'
import { identityAtom, isHostUser, type Identity } from '../../world/identity.ts'
import type { Disproof } from '../../world/failure-table.ts'
import { createChatTransport } from '../chat-transport.ts'
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

// The calls come with what makes them: once the network is away nothing could fetch them.

// Comes later: nothing of it is needed before a thread can be shown.

// What brings the answers of another server, and keeps them, comes where there is one.
const loadEndpoint = later(() => import('../transports/endpoint-transport.ts'))
const loadAssistant = later(() => import('../transports/assistant-transport.ts'))

/** Which thread a conversation is opened for. */
export interface ThreadRef {
  /** Stays the same for as long as the page is open, whatever the server calls the thread later. */
  readonly id: string
  /** The server's id; absent until it knows the thread. */
  readonly remoteId?: string | undefined
}

interface ConversationListener {
  readonly tell: (id: string, change: ThreadChange) => void
}
const listenerAtom = atom<ConversationListener | null>(null)
/** Whoever is given here hears what the conversations of whoever chats tell, of all threads. */
export const hearConversationsAtom = atom(null, (_get, set, listener: ConversationListener) =>
  set(listenerAtom, listener),
)

/**
 * Shows a thread in place of the one that is shown, which goes on. Does nothing while nobody is
 * identified, or when the thread is not wanted any more by the time it could be shown.
 */
export const showSlotAtom = atom(
  null,
  async (get, set, slot: ThreadRef, isWanted: () => boolean): Promise<void> => {
    const identity = get(identityAtom)
    if (!identity) return
    const transport = await chooseTransport(depsOf(get), identity)
    // Another thread, or another person, came meanwhile.
    if (get(identityAtom) !== identity || !isWanted()) return
    const open = set(presentAtom, slot, { identity, transport })
    // Nobody else knows of it: what is shown is all there is.
    if (slot.remoteId === undefined || !identity.cloud.hasIdentity()) return
    // A running answer shows what there is; in a thread at rest somebody may have written elsewhere.
    if (!get(open.runAtom)) await open.conversation.load()
  },
)

/** Opens a thread that is not shown. `null`: whoever wanted it does not chat any more. */
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

/** How answers reach a thread that is opened now. */
async function chooseTransport(
  { answers = { type: 'chat' }, fetch, clock }: ChatDeps,
  { cloud, auth }: Identity,
): Promise<Transport> {
  switch (answers.type) {
    case 'chat':
      return createChatTransport(cloud, clock)
    case 'endpoint': {
      const { createEndpointTransport } = await loadEndpoint()
      // Limit: STREAM_OPEN_TIMEOUT_MS, by the signal: "gives a stream thirty seconds to open, and all the time to go on".
      const held: Fetch = async (url, init) => {
        await auth?.passed(init.signal)
        return fetch(url, init)
      }
      return createEndpointTransport(answers.url, { fetch: held, clock })
    }
    case 'assistant': {
      const { createAssistantTransport } = await loadAssistant()
      return createAssistantTransport(answers.assistantId, cloud)
    }
    default:
      return answers satisfies never
  }
}

interface ConversationWorld {
  readonly identity: Identity
  readonly transport: Transport
}

/** At once, so that nobody sees one thread with the words of another. */
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

/** Words that came back are given back once, where they were written. */
const giveBackAtom = atom(null, (_get, set, open: Teller) => {
  const { returned } = open
  open.returned = null
  if (returned) void set(draftReturned.notifyAtom, returned)
})

const openAtom = atom(
  null,
  (get, set, slot: ThreadRef, world: ConversationWorld): OpenConversation => {
    const view = createConversationView(slot.remoteId ?? null)
    const teller: Teller = { ...view, id: slot.id, returned: null }
    // It tells of itself from its first moment on.
    const tell = (change: ThreadChange) => set(takeChangeAtom, teller, change)
    const keepRating: KeepRating = ({ threadId: thread, messageId: message }, feedback, signal) =>
      set(beginCallAtom, { type: 'rating', thread, message, feedback }, signal)
    return Object.assign(teller, {
      conversation: makeConversation(get, slot, world, { tell, keepRating }),
    })
  },
)

interface ConversationLinks {
  readonly tell: (change: ThreadChange) => void
  readonly keepRating: KeepRating
}

function makeConversation(
  get: Getter,
  slot: ThreadRef,
  { identity, transport }: ConversationWorld,
  { tell: onChange, keepRating }: ConversationLinks,
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

/** Every thread that the server does not know has a name of its own. */
const localIdOf = ({ id }: ThreadRef): string =>
  id.startsWith(LOCAL_THREAD_PREFIX) ? id : createLocalThreadId()

/** A conversation that is being made tells already. */
type Teller = ConversationView & Pick<OpenConversation, 'id' | 'returned'>

/** What a conversation tells reaches its own view, and whoever is concerned besides. */
export const takeChangeAtom = atom(null, (get, set, open: Teller, change: ThreadChange) => {
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
  get(listenerAtom)?.tell(open.id, change)
})

/** A conversation's evidence that failures are over: each accepted call counts for all threads. */
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
    // Signing in again concerns every thread; anything else is said where it happened.
    const isAuth = error instanceof AlcoveError && /^(token|auth)_/.test(error.code)
    if (isShown || isAuth) {
      return set(reportFailureAtom, { during, error, isHostUser: isHostUser(get(identityAtom)) })
    }
    depsOf(get).report('A hidden thread failed:', error)
  },
)
