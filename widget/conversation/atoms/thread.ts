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
 * Ids of the shown path, first to last, then of its queued messages. A new list only when a message is added,
 * removed or moved.
 */
export const messageIdsAtom = atom((get): readonly string[] => {
  const queue = get(shownQueueAtom)
  return queue.length === 0
    ? get(shownPathAtom)
    : [...get(shownPathAtom), ...queue.map(({ id }) => id)]
})
export const lastMessageIdAtom = atom((get) => get(messageIdsAtom).at(-1))
/** True if the project takes no messages. */
export const isReadOnlyAtom = atom((get) => get(depsAtom)?.isReadOnly ?? false)
/** True if the server refused a message for that reason. Another try shows whether it still does. */
export const isRefusingAtom = hasFailure('read-only')
/**
 * True while nothing can be sent until a person acts, if at all: the project is read-only, the history did not
 * load, or the user is not signed in.
 */
export const isBlockedAtom = atom(
  (get) =>
    get(isReadOnlyAtom) ||
    get(historyStateAtom) === 'failed' ||
    get(isFailureBlockingAtom) ||
    get(isPersonRefusedAtom),
)
/** The kind of person who is told that the page reads along. */
const readerAtom = atom((get) => (isHostUser(get(identityAtom)) ? 'user' : 'visitor'))
/** True if the host page reads the shown thread, or will read it if it begins now. */
export const isReadByPageAtom = atom((get) => {
  if (!get(isContentSharedAtom)) return false
  const path = get(shownPathAtom)
  // All of the person's messages there are marked, so any loaded one will do: older ones may be missing.
  const own = path.find((id) => get(messageAtom(id))?.role === 'user')
  const said = own === undefined ? undefined : get(messageAtom(own))
  if (said) return readMarks(said.metadata.custom).hostReads === get(readerAtom)
  // A stored thread whose messages are still loading counts as not read.
  return path.length === 0 && get(threadIdAtom) === null && get(historyStateAtom) === 'ready'
})
/** Marks of a message that is sent now: its writer was told that the page reads along. */
export const messageMarksAtom = atom((get): MessageMarks => {
  const context = get(outgoingContextAtom)
  return {
    ...(get(isReadByPageAtom) ? { hostReads: get(readerAtom) } : {}),
    ...(context === undefined ? {} : { context }),
  }
})
/** True if nothing can be done in the thread: it is blocked, or its history is still loading. */
export const isDisabledAtom = atom(
  (get) => get(isBlockedAtom) || get(historyStateAtom) === 'loading',
)
/** User messages that were not sent and are not retried automatically. */
export const failedMessageIdsAtom = atom((get): ReadonlySet<string> => {
  const failed = get(shownQueueAtom).filter(({ error }) => error !== null)
  return failed.length === 0
    ? get(unsentIdsAtom)
    : new Set([...get(unsentIdsAtom), ...failed.map(({ id }) => id)])
})

/** True if messages that wait do so for the one before them, which was refused or is being answered. */
export const isQueueBehindAtom = atom(
  (get) => get(isRunningAtom) || (get(shownQueueAtom)[0]?.error ?? null) !== null,
)

/** The pressed button disappears during a run, so the focus moves to the message field. */
const leaveButtonAtom = atom(null, (get, set) => {
  if (get(isRunningAtom)) set(requestFocusAtom)
})

/** Sends an unsent user message again, or makes an answer again as a sibling of the failed one. */
export const retryAtom = atom(null, (get, set, messageId: string) => {
  if (get(shownQueueAtom).some(({ id }) => id === messageId)) {
    get(outboxDeskAtom)?.retry(messageId)
    return set(requestFocusAtom)
  }
  get(shownConversationAtom)?.retry(messageId)
  set(leaveButtonAtom)
})

/** Continues the text of an answer that was cut off. */
export const continueAnswerAtom = atom(null, (get, set, messageId: string) => {
  get(shownConversationAtom)?.continueAnswer(messageId)
  set(leaveButtonAtom)
})

/** Moves a queued or refused message back into the composer. */
export const editQueuedAtom = atom(null, (get, _set, queuedId: string) =>
  get(outboxDeskAtom)?.edit(queuedId),
)

/** Removes a queued or refused message. */
export const removeQueuedAtom = atom(null, (get, _set, queuedId: string) =>
  get(outboxDeskAtom)?.remove(queuedId),
)

/** Shows another branch. Does nothing during a run. */
export const switchBranchAtom = atom(null, (get, _set, messageId: string) =>
  get(shownConversationAtom)?.switchTo(messageId),
)

/** Makes an answer again, as a sibling of the old one. */
export const reloadAnswerAtom = atom(null, (get, set, messageId: string) => {
  get(shownConversationAtom)?.reload(messageId)
  set(leaveButtonAtom)
})

/** Loads messages older than the oldest loaded one. */
export const loadOlderAtom = atom(null, (get) => get(shownConversationAtom)?.loadOlder())

const foundBaseAtom = atom<{ readonly id: string } | null>(null)
/** The message that a search led to, once it is shown. A new object each time. */
export const foundMessageAtom = atom((get) => get(foundBaseAtom))
export const noteFoundMessageAtom = atom(null, (_get, set, id: string) =>
  set(foundBaseAtom, { id }),
)
