import { atom, type Atom } from 'jotai/vanilla'
import { later } from '../../shared/later.ts'
import type { Feedback, Message } from '../../shared/thread/message.ts'
import { depsAtom, depsOf } from './chat-deps.ts'
import { branchPlaceAtom, type BranchPlace } from './branches.ts'
import { requestFocusAtom } from './drafts.ts'
import { currentAuthErrorAtom } from './failures.ts'
import { messageSourceAtom } from './message-atoms.ts'
import { sessionBaseAtom } from './open-session.ts'
import { outboxDeskAtom, shownQueueAtom } from './queued.ts'
import { reloadThreadAtom } from './session.ts'
import {
  capabilitiesFactAtom,
  historyFactAtom,
  idsFactAtom,
  olderFactAtom,
  reconnectingFactAtom,
  runningFactAtom,
  threadIdFactAtom,
  titleFactAtom,
  unsentFactAtom,
} from './thread-facts.ts'

/**
 * The shown path, first to last, and what waits behind it. A new list only when a message comes, goes
 * or moves.
 */
export const messageIdsAtom = atom((get): readonly string[] => {
  const queue = get(shownQueueAtom)
  return queue.length === 0 ? get(idsFactAtom) : [...get(idsFactAtom), ...queue.map(({ id }) => id)]
})
export const lastMessageIdAtom = atom((get) => get(messageIdsAtom).at(-1))
/** One message; subscribers of the others are not told when it grows. */
export const messageAtom = (id: string): Atom<Message | undefined> => messageSourceAtom(id)
/** Where a message stands among its siblings; `null` when it has none. */
export const branchesAtom = (id: string): Atom<BranchPlace | null> => branchPlaceAtom(id)
export const isRunningAtom = atom((get) => get(runningFactAtom))
/** The stream of the running answer has been lost for some time, and is looked for. */
export const isReconnectingAtom = atom((get) => get(runningFactAtom) && get(reconnectingFactAtom))
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
/** User messages that were not sent, and do not go out by themselves. */
export const failedMessageIdsAtom = atom((get): ReadonlySet<string> => {
  const failed = get(shownQueueAtom).filter(({ error }) => error !== null)
  return failed.length === 0
    ? get(unsentFactAtom)
    : new Set([...get(unsentFactAtom), ...failed.map(({ id }) => id)])
})

/** During a run the pressed button is gone: the focus goes where the next message is written. */
const leaveButtonAtom = atom(null, (get, set) => {
  if (get(runningFactAtom)) set(requestFocusAtom)
})

/** Sends an unsent user message again, or makes an answer again beside the failed one. */
export const retryAtom = atom(null, (get, set, messageId: string) => {
  if (get(shownQueueAtom).some(({ id }) => id === messageId)) {
    get(outboxDeskAtom)?.retry(messageId)
    return set(requestFocusAtom)
  }
  get(sessionBaseAtom)?.retry(messageId)
  set(leaveButtonAtom)
})

/** Puts a message that waits, or was not taken, back into the composer. */
export const editQueuedAtom = atom(null, (get, _set, queuedId: string) =>
  get(outboxDeskAtom)?.edit(queuedId),
)

/** Removes a message that waits, or was not taken. */
export const removeQueuedAtom = atom(null, (get, _set, queuedId: string) =>
  get(outboxDeskAtom)?.remove(queuedId),
)

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

/** What begins a new thread; it comes as soon as the composer can be used. */
export const loadThreadList = later(() => import('./thread-list.ts'))

/**
 * Begins a new thread; an empty one is kept. Once that has come this happens before the next key
 * is pressed, so that what is typed then is written in the new one.
 */
export const newThreadAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const list = loadThreadList.now ?? (await loadThreadList())
    await set(list.newThreadAtom)
  } catch (error) {
    depsOf(get).report('A new thread could not be begun:', error)
  }
})

/** Loads what is older than the oldest loaded message. */
export const loadOlderAtom = atom(null, (get) => get(sessionBaseAtom)?.loadOlder())

export const reloadHistoryAtom = atom(null, (_get, set) => set(reloadThreadAtom))
