import { atom, type Getter } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { createLocalThreadId, LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'
import { later } from '../../../shared/later.ts'
// The calls come with what makes them: once the network is away nothing could fetch them.
import '../../api/chat-calls.ts'
import type { Cloud } from '../../api/cloud.ts'
import { nameDraftAtom } from '../../composer/atoms/draft-key.ts'
import { placeDraftAtom, returnDraftAtom } from '../../composer/atoms/drafts.ts'
import { beginCallAtom } from '../../state/call-keeper.ts'
import { depsOf, type ChatDeps } from '../../state/chat-deps.ts'
import { createChosenPaths } from '../../state/chosen-paths.ts'
import { disproveAtom, reportFailureAtom } from '../../state/failures.ts'
import { identityAtom, isHostUser, type Identity } from '../../state/identity.ts'
import type { Disproof } from '../../state/failure-table.ts'
import type { ThreadSlot } from '../../thread-list/thread-list-state.ts'
import { createChatTransport } from '../chat-transport.ts'
import { createConversation, type Conversation } from '../conversation.ts'
import type { KeepRating } from '../feedback.ts'
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
import { hostContextAtom } from '../../state/shared-context.ts'
import { pageToolsAtom } from './tools.ts'

// Comes later: nothing of it is needed before a thread can be shown.

// What brings the answers of another server, and keeps them, comes where there is one.
const loadEndpoint = later(() => import('../endpoint-transport.ts'))
const loadAssistant = later(() => import('../assistant-transport.ts'))

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
  async (get, set, slot: ThreadSlot, isWanted: () => boolean): Promise<void> => {
    const identity = get(identityAtom)
    if (!identity) return
    const transport = await chooseTransport(depsOf(get), identity.cloud)
    // Another thread, or another person, came meanwhile.
    if (get(identityAtom) !== identity || !isWanted()) return
    const open = set(presentAtom, slot, { identity, transport })
    // Nobody else knows of it: what is shown is all there is.
    if (slot.remoteId === undefined || !identity.cloud.hasIdentity()) return
    // A running answer shows what there is; in a thread at rest somebody may have written elsewhere.
    if (!get(open.runAtom)) await open.load()
  },
)

/** Opens a thread that is not shown. `null`: whoever wanted it does not chat any more. */
export const openHiddenAtom = atom(
  null,
  async (get, set, slot: ThreadSlot): Promise<OpenConversation | null> => {
    const identity = get(identityAtom)
    if (!identity) return null
    const transport = await chooseTransport(depsOf(get), identity.cloud)
    if (get(identityAtom) !== identity) return null
    const known = conversationOf(get, slot.id)
    if (known) return known
    const open = set(openAtom, slot, { identity, transport })
    set(addConversationAtom, open)
    if (slot.remoteId !== undefined) await open.load()
    return open
  },
)

/** How answers reach a thread that is opened now. */
async function chooseTransport(
  { answers = { type: 'chat' }, fetch, clock }: ChatDeps,
  cloud: Cloud,
): Promise<Transport> {
  switch (answers.type) {
    case 'chat':
      return createChatTransport(cloud, clock)
    case 'endpoint': {
      const { createEndpointTransport } = await loadEndpoint()
      return createEndpointTransport(answers.url, { fetch, clock })
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
  (get, set, slot: ThreadSlot, world: ConversationWorld): OpenConversation => {
    const open = conversationOf(get, slot.id) ?? set(openAtom, slot, world)
    set(showConversationAtom, open)
    set(placeDraftAtom, slot.id)
    set(giveBackAtom, open)
    return open
  },
)

/** Words that came back are given back once, where they were written. */
const giveBackAtom = atom(null, (_get, set, open: Teller) => {
  const { returned } = open
  open.returned = null
  if (returned) set(returnDraftAtom, returned)
})

const openAtom = atom(
  null,
  (get, set, slot: ThreadSlot, world: ConversationWorld): OpenConversation => {
    const view = createConversationView(slot.remoteId ?? null)
    const teller: Teller = { ...view, id: slot.id, returned: null }
    // It tells of itself from its first moment on.
    const tell = (change: ThreadChange) => set(takeChangeAtom, teller, change)
    const keepRating: KeepRating = ({ threadId: thread, messageId: message }, feedback, signal) =>
      set(beginCallAtom, { type: 'rating', thread, message, feedback }, signal)
    return Object.assign(teller, makeConversation(get, slot, world, { tell, keepRating }))
  },
)

interface ConversationLinks {
  readonly tell: (change: ThreadChange) => void
  readonly keepRating: KeepRating
}

function makeConversation(
  get: Getter,
  slot: ThreadSlot,
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
const localIdOf = ({ id }: ThreadSlot): string =>
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
    set(nameDraftAtom, change.id, open.id)
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
