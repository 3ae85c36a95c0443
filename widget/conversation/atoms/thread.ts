import { atom } from 'jotai/vanilla'
import { readMarks, type MessageMarks } from '../../../shared/thread/message.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import { outboxDeskAtom, shownQueueAtom } from './queued.ts'
import { depsAtom } from '../../world/chat-deps.ts'
import { hasFailure, isFailureBlockingAtom } from '../../world/failures.ts'
import { isContentSharedAtom } from '../../world/server-facts.ts'
import { identityAtom, isHostUser } from '../../world/identity.ts'
import { outgoingContextAtom } from '../../world/shared-context.ts'
import { messageAtom } from './conversation-view.ts'
import {
  historyStateAtom,
  isRunningAtom,
  shownConversationAtom,
  shownPathAtom,
  threadIdAtom,
  unsentIdsAtom,
} from './conversations.ts'
import { isPersonRefusedAtom } from '../../world/person-naming.ts'

/**
 * The shown path, first to last, and what waits behind it. A new list only when a message comes, goes
 * or moves.
 */
export const messageIdsAtom = atom((get): readonly string[] => {
  const queue = get(shownQueueAtom)
  return queue.length === 0
    ? get(shownPathAtom)
    : [...get(shownPathAtom), ...queue.map(({ id }) => id)]
})
export const lastMessageIdAtom = atom((get) => get(messageIdsAtom).at(-1))
/** Nobody may write in this project. */
export const isReadOnlyAtom = atom((get) => get(depsAtom)?.isReadOnly ?? false)
/** The server has refused a message because of that; another try would tell whether it still does. */
export const isRefusingAtom = hasFailure('read-only')
/**
 * Nothing can be sent until somebody acts, if at all: the project is read-only, the history did not
 * load, or nobody is signed in.
 */
export const isBlockedAtom = atom(
  (get) =>
    get(isReadOnlyAtom) ||
    get(historyStateAtom) === 'failed' ||
    get(isFailureBlockingAtom) ||
    get(isPersonRefusedAtom),
)
/** As whom somebody is told that the page reads along. */
const readerAtom = atom((get) => (isHostUser(get(identityAtom)) ? 'user' : 'visitor'))
/** The page around the chat reads the thread that is shown, or will, if it is begun now. */
export const isReadByPageAtom = atom((get) => {
  if (!get(isContentSharedAtom)) return false
  const path = get(shownPathAtom)
  // Each of the person's messages there is marked: older ones may not be loaded.
  const own = path.find((id) => get(messageAtom(id))?.role === 'user')
  const said = own === undefined ? undefined : get(messageAtom(own))
  if (said) return readMarks(said.metadata.custom).hostReads === get(readerAtom)
  // A stored one whose messages are still to come says nothing yet.
  return path.length === 0 && get(threadIdAtom) === null && get(historyStateAtom) === 'ready'
})
/** What a message is marked with that is sent now: its writer was told. */
export const messageMarksAtom = atom((get): MessageMarks => {
  const context = get(outgoingContextAtom)
  return {
    ...(get(isReadByPageAtom) ? { hostReads: get(readerAtom) } : {}),
    ...(context === undefined ? {} : { context }),
  }
})
/** Nothing can be done in the thread: it is blocked, or its history is still loading. */
export const isDisabledAtom = atom(
  (get) => get(isBlockedAtom) || get(historyStateAtom) === 'loading',
)
/** User messages that were not sent, and do not go out by themselves. */
export const failedMessageIdsAtom = atom((get): ReadonlySet<string> => {
  const failed = get(shownQueueAtom).filter(({ error }) => error !== null)
  return failed.length === 0
    ? get(unsentIdsAtom)
    : new Set([...get(unsentIdsAtom), ...failed.map(({ id }) => id)])
})

/** During a run the pressed button is gone: the focus goes where the next message is written. */
const leaveButtonAtom = atom(null, (get, set) => {
  if (get(isRunningAtom)) set(requestFocusAtom)
})

/** Sends an unsent user message again, or makes an answer again beside the failed one. */
export const retryAtom = atom(null, (get, set, messageId: string) => {
  if (get(shownQueueAtom).some(({ id }) => id === messageId)) {
    get(outboxDeskAtom)?.retry(messageId)
    return set(requestFocusAtom)
  }
  get(shownConversationAtom)?.retry(messageId)
  set(leaveButtonAtom)
})

/** Lets the text of an answer that was cut off go on. */
export const continueAnswerAtom = atom(null, (get, set, messageId: string) => {
  get(shownConversationAtom)?.continueAnswer(messageId)
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
  get(shownConversationAtom)?.switchTo(messageId),
)

/** Makes an answer again, beside the old one. */
export const reloadAnswerAtom = atom(null, (get, set, messageId: string) => {
  get(shownConversationAtom)?.reload(messageId)
  set(leaveButtonAtom)
})

/** Loads what is older than the oldest loaded message. */
export const loadOlderAtom = atom(null, (get) => get(shownConversationAtom)?.loadOlder())

const foundBaseAtom = atom<{ readonly id: string } | null>(null)
/** A message that somebody looked for, and that is shown by now; another object each time. */
export const foundMessageAtom = atom((get) => get(foundBaseAtom))
export const noteFoundMessageAtom = atom(null, (_get, set, id: string) =>
  set(foundBaseAtom, { id }),
)
