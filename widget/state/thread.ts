import { atom, type Atom } from 'jotai/vanilla'
import type { Feedback, Message } from '../../shared/thread/message.ts'
import { depsAtom } from './chat-deps.ts'
import { branchPlaceAtom, type BranchPlace } from './branches.ts'
import { requestFocusAtom } from './drafts.ts'
import { currentAuthErrorAtom } from './failures.ts'
import { messageSourceAtom } from './message-atoms.ts'
import { sessionBaseAtom, startSessionAtom } from './open-session.ts'
import { reloadThreadAtom } from './session.ts'
import {
  capabilitiesFactAtom,
  historyFactAtom,
  idsFactAtom,
  olderFactAtom,
  runningFactAtom,
  threadIdFactAtom,
  titleFactAtom,
  unsentFactAtom,
} from './thread-facts.ts'

/** The shown path, first to last. A new list only when a message comes, goes or moves. */
export const messageIdsAtom = atom((get) => get(idsFactAtom))
export const lastMessageIdAtom = atom((get) => get(idsFactAtom).at(-1))
/** One message; subscribers of the others are not told when it grows. */
export const messageAtom = (id: string): Atom<Message | undefined> => messageSourceAtom(id)
/** Where a message stands among its siblings; `null` when it has none. */
export const branchesAtom = (id: string): Atom<BranchPlace | null> => branchPlaceAtom(id)
export const isRunningAtom = atom((get) => get(runningFactAtom))
/** Nobody may write in this project. */
export const isReadOnlyAtom = atom((get) => get(depsAtom)?.isReadOnly ?? false)
/**
 * Nothing can be sent until somebody acts, if at all: the project is read-only, the history did not
 * load, or nobody is signed in.
 */
export const isBlockedAtom = atom(
  (get) =>
    get(isReadOnlyAtom) || get(historyFactAtom) === 'failed' || get(currentAuthErrorAtom) !== null,
)
/** Nothing can be done in the thread: it is blocked, or its history is still loading. */
export const isDisabledAtom = atom(
  (get) => get(isBlockedAtom) || get(historyFactAtom) === 'loading',
)
export const historyStateAtom = atom((get) => get(historyFactAtom))
export const olderStateAtom = atom((get) => get(olderFactAtom))
export const capabilitiesAtom = atom((get) => get(capabilitiesFactAtom))
export const threadTitleAtom = atom((get) => get(titleFactAtom))
/** The server's id; `null` for a thread that it does not know. */
export const threadIdAtom = atom((get) => get(threadIdFactAtom))
/** User messages that were not sent. */
export const failedMessageIdsAtom = atom((get) => get(unsentFactAtom))

/** During a run the pressed button is gone: the focus goes where the next message is written. */
const leaveButtonAtom = atom(null, (get, set) => {
  if (get(runningFactAtom)) set(requestFocusAtom)
})

/** Sends an unsent user message again, or makes an answer again beside the failed one. */
export const retryAtom = atom(null, (get, set, messageId: string) => {
  get(sessionBaseAtom)?.retry(messageId)
  set(leaveButtonAtom)
})

/** Shows another branch; during a run nothing happens. */
export const switchBranchAtom = atom(null, (get, _set, messageId: string) =>
  get(sessionBaseAtom)?.switchTo(messageId),
)

/** Makes an answer again, beside the old one. */
export const reloadAnswerAtom = atom(null, (get, set, messageId: string) => {
  get(sessionBaseAtom)?.reload(messageId)
  set(leaveButtonAtom)
})

/** `null` takes it back. */
export const giveFeedbackAtom = atom(
  null,
  (get, _set, messageId: string, feedback: Feedback | null) =>
    get(sessionBaseAtom)?.giveFeedback(messageId, feedback),
)

/** Loads what is older than the oldest loaded message. */
export const loadOlderAtom = atom(null, (get) => get(sessionBaseAtom)?.loadOlder())

/** Begins a new thread; an empty new one is kept. */
export const newThreadAtom = atom(null, async (get, set) => {
  const isEmpty = get(idsFactAtom).length === 0 && get(threadIdFactAtom) === null
  if (!get(sessionBaseAtom) || !isEmpty) await set(startSessionAtom, null)
  set(requestFocusAtom)
})

export const reloadHistoryAtom = atom(null, (_get, set) => set(reloadThreadAtom))
