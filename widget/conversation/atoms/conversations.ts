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

/** Visible state of one conversation, without its messages. */
export interface ThreadView {
  /** Ids of the shown path, first to last. */
  readonly ids: readonly string[]
  /** The first message that the model remembers; `null`: it remembers all. */
  readonly memoryBeginsAt: string | null
  readonly isRunning: boolean
  /** True after a run was seen here: the list's state of the thread may be older. */
  readonly hasRun: boolean
  /** True while the stream of the running answer has been lost for some time and is looked for. */
  readonly isReconnecting: boolean
  readonly history: HistoryState
  readonly older: OlderState
  /** User messages that the server did not accept. */
  readonly unsent: ReadonlySet<string>
  /** The server's id; `null` for a thread that it does not know. */
  readonly threadId: string | null
  readonly capabilities: Capabilities
  /** Questions of the page's tools to the person. */
  readonly humanRequests: readonly HumanRequest[]
}

const NO_IDS: readonly string[] = []
const NO_REQUESTS: readonly HumanRequest[] = []
const NONE: ReadonlySet<string> = new Set()

export const EMPTY_VIEW: ThreadView = {
  ids: NO_IDS,
  memoryBeginsAt: null,
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

/** State of one conversation, shown or hidden. Only the conversation itself writes it. */
export interface ConversationView {
  readonly viewAtom: Atom<ThreadView>
  /** True while an answer runs, false afterwards; `undefined`: no run was seen here. */
  readonly runAtom: Atom<boolean | undefined>
  readonly takeAtom: WritableAtom<null, [change: ThreadChange], void>
  /** Drops the messages. */
  readonly clearAtom: WritableAtom<null, [], void>
}

/** A thread that is open in this frame, shown or hidden. */
export interface OpenConversation extends ConversationView {
  /** Id of its slot. */
  readonly id: string
  readonly conversation: Conversation
  /** A draft that was returned while another thread was shown. Delivered when this one is shown. */
  returned: ReturnedDraft | null
}

const openBaseAtom = atom<readonly OpenConversation[]>([])
const shownIdBaseAtom = atom<string | null>(null)
/** State of the search for the first thread, while none is shown. */
const openingBaseAtom = atom<'idle' | 'loading' | 'failed'>('idle')

/** All open threads; the one shown last comes last. */
export const conversationsAtom = atom((get) => get(openBaseAtom))
/** Slot of the shown thread; `null` before the first one. */
export const shownThreadIdAtom = atom((get) => get(shownIdBaseAtom))
export const conversationOf = (get: Getter, id: string | null): OpenConversation | undefined =>
  get(openBaseAtom).find((open) => open.id === id)
/** The shown thread with its view; `null` before the first one. */
export const shownThreadAtom = atom((get) => conversationOf(get, get(shownIdBaseAtom)) ?? null)
/** Conversation of the shown thread. */
export const shownConversationAtom = atom((get) => get(shownThreadAtom)?.conversation ?? null)

/** True or false for each thread that had a run while it was open here, by slot. */
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

/** Ids of the shown path, without queued messages. */
export const shownPathAtom = atom((get) => get(shownViewAtom).ids)
/** The first message that the model remembers; `null`: it remembers all. */
export const memoryBeginsAtAtom = atom((get) => get(shownViewAtom).memoryBeginsAt)
export const isRunningAtom = atom((get) => get(shownViewAtom).isRunning)
/** True while the stream of the running answer has been lost for some time and is looked for. */
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
/** Questions of the page's tools to the person. */
export const humanRequestsAtom = atom((get) => get(shownViewAtom).humanRequests)

/** Sets the state of the search for the first thread. */
export const noteOpeningAtom = atom(null, (_get, set, state: 'idle' | 'loading' | 'failed') =>
  set(openingBaseAtom, state),
)

/** Adds a hidden thread, in the place of the one left longest ago. */
export const addConversationAtom = atom(null, (get, set, added: OpenConversation) =>
  set(openBaseAtom, [added, ...get(openBaseAtom)]),
)

/** Shows a thread at once, with its messages. The thread shown before stays open. */
export const showConversationAtom = atom(null, (get, set, shown: OpenConversation) => {
  const others = get(openBaseAtom).filter(({ id }) => id !== shown.id)
  set(openBaseAtom, [...others, shown])
  set(shownIdBaseAtom, shown.id)
  set(openingBaseAtom, 'idle')
})

/** Closes a thread. Its run continues at the server. */
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

/** Closes all threads, because the person changes. */
export const closeConversationsAtom = atom(null, (get, set) => {
  for (const { id } of get(openBaseAtom)) set(closeConversationAtom, id)
  set(openingBaseAtom, 'idle')
})
