import { atom, type Atom, type Getter, type WritableAtom } from 'jotai/vanilla'
import { NO_CAPABILITIES, type Capabilities } from '../capabilities.ts'
import type { Conversation } from '../conversation.ts'
import type {
  HistoryState,
  HumanRequest,
  OlderState,
  ReturnedDraft,
  ThreadChange,
} from '../thread-log.ts'

/** What can be seen of one conversation, beside the words of its messages. */
export interface ThreadView {
  /** The shown path, first to last. */
  readonly ids: readonly string[]
  readonly isRunning: boolean
  /** A run was seen here: what the list says of it may be older. */
  readonly hasRun: boolean
  /** The stream of the running answer has been lost for some time, and is looked for. */
  readonly isReconnecting: boolean
  readonly history: HistoryState
  readonly older: OlderState
  /** User messages that the server did not take. */
  readonly unsent: ReadonlySet<string>
  /** The server's id; `null` for a thread that it does not know. */
  readonly threadId: string | null
  readonly capabilities: Capabilities
  /** What tools of the page ask of the person now. */
  readonly humanRequests: readonly HumanRequest[]
}

const NO_IDS: readonly string[] = []
const NO_REQUESTS: readonly HumanRequest[] = []
const NONE: ReadonlySet<string> = new Set()

export const EMPTY_VIEW: ThreadView = {
  ids: NO_IDS,
  isRunning: false,
  hasRun: false,
  isReconnecting: false,
  history: 'idle',
  older: 'none',
  unsent: NONE,
  threadId: null,
  capabilities: NO_CAPABILITIES,
  humanRequests: NO_REQUESTS,
}

/** What one conversation shows, on the screen or not. It alone writes it. */
export interface ConversationView {
  readonly viewAtom: Atom<ThreadView>
  /** Whether an answer runs, as far as it was seen here; `undefined`: nothing of it was. */
  readonly runAtom: Atom<boolean | undefined>
  readonly takeAtom: WritableAtom<null, [change: ThreadChange], void>
  /** Nobody has its messages any more. */
  readonly clearAtom: WritableAtom<null, [], void>
}

/** One thread that is open in this frame, shown or not. */
export interface OpenConversation extends ConversationView {
  /** The id of its slot. */
  readonly id: string
  readonly conversation: Conversation
  /** Words that came back while another thread was shown; they wait until this one is. */
  returned: ReturnedDraft | null
}

const openBaseAtom = atom<readonly OpenConversation[]>([])
const shownIdBaseAtom = atom<string | null>(null)
/** How the first thread is looked for while none is shown. */
const openingBaseAtom = atom<'idle' | 'loading' | 'failed'>('idle')

/** All that are open; the one that was shown last comes last. */
export const conversationsAtom = atom((get) => get(openBaseAtom))
/** The slot of the thread that is shown; `null` until one is. */
export const shownThreadIdAtom = atom((get) => get(shownIdBaseAtom))
export const conversationOf = (get: Getter, id: string | null): OpenConversation | undefined =>
  get(openBaseAtom).find((open) => open.id === id)
/** The thread that is shown, with its view; `null` until one is. */
export const shownThreadAtom = atom((get) => conversationOf(get, get(shownIdBaseAtom)) ?? null)
/** The conversation of the thread that is shown. */
export const shownConversationAtom = atom((get) => get(shownThreadAtom)?.conversation ?? null)

/** Whether an answer runs, for each thread that had one while it was open here, by its slot. */
export const threadRunsAtom = atom((get): ReadonlyMap<string, boolean> => {
  const runs = new Map<string, boolean>()
  for (const { id, runAtom } of get(openBaseAtom)) {
    const isRunning = get(runAtom)
    if (isRunning !== undefined) runs.set(id, isRunning)
  }
  return runs
})

const shownViewAtom = atom((get): ThreadView => {
  const shown = get(shownThreadAtom)
  return shown ? get(shown.viewAtom) : { ...EMPTY_VIEW, history: get(openingBaseAtom) }
})

/** The shown path, without what waits behind it. */
export const shownPathAtom = atom((get) => get(shownViewAtom).ids)
export const isRunningAtom = atom((get) => get(shownViewAtom).isRunning)
/** The stream of the running answer has been lost for some time, and is looked for. */
export const isReconnectingAtom = atom((get) => {
  const { isRunning, isReconnecting } = get(shownViewAtom)
  return isRunning && isReconnecting
})
export const historyStateAtom = atom((get) => get(shownViewAtom).history)
export const olderStateAtom = atom((get) => get(shownViewAtom).older)
/** The server's id; `null` for a thread that it does not know. */
export const threadIdAtom = atom((get) => get(shownViewAtom).threadId)
export const capabilitiesAtom = atom((get) => get(shownViewAtom).capabilities)
export const unsentIdsAtom = atom((get) => get(shownViewAtom).unsent)
/** What tools of the page ask of the person now. */
export const humanRequestsAtom = atom((get) => get(shownViewAtom).humanRequests)

/** Says how the first thread is looked for. */
export const noteOpeningAtom = atom(null, (_get, set, state: 'idle' | 'loading' | 'failed') =>
  set(openingBaseAtom, state),
)

/** Adds one that is not shown, as the one that was left longest ago. */
export const addConversationAtom = atom(null, (get, set, added: OpenConversation) =>
  set(openBaseAtom, [added, ...get(openBaseAtom)]),
)

/** Shows one in place of the one that is shown, which goes on: at once, words and all. */
export const showConversationAtom = atom(null, (get, set, shown: OpenConversation) => {
  const others = get(openBaseAtom).filter(({ id }) => id !== shown.id)
  set(openBaseAtom, [...others, shown])
  set(shownIdBaseAtom, shown.id)
  set(openingBaseAtom, 'idle')
})

/** Lets a thread go. What the server makes of it goes on there. */
export const closeConversationAtom = atom(null, (get, set, id: string) => {
  const closed = conversationOf(get, id)
  if (!closed) return
  closed.conversation.close()
  set(
    openBaseAtom,
    get(openBaseAtom).filter((open) => open !== closed),
  )
  if (get(shownIdBaseAtom) === id) set(shownIdBaseAtom, null)
  set(closed.clearAtom)
})

/** Lets all threads go: somebody else chats. */
export const closeConversationsAtom = atom(null, (get, set) => {
  for (const { id } of get(openBaseAtom)) set(closeConversationAtom, id)
  set(openingBaseAtom, 'idle')
})
