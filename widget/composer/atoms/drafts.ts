import { atom } from 'jotai/vanilla'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import type { ReturnedDraft } from '../../conversation/thread-log.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'
import { EMPTY_DRAFT, fieldStart, wholeText, type Draft } from '../draft.ts'
import { cancelSendAtom, draftSendAtom, noteSendAtom, type DraftSend } from './draft-send.ts'
import { shownKeyAtom, UNPLACED } from '../../conversation/atoms/thread-keys.ts'
import { forgetEditsAtom, keepEditAtom, keptEditOf } from './kept-edits.ts'
import { forgetTraysAtom, shownTrayAtom } from './shown-trays.ts'
import type { EditPlace } from '../../world/edit-place.ts'
import { placeCaretAtom } from './carets.ts'
import { bringFilesAtom, placeFilesAtom } from './brought-files.ts'
import { freshFilesAtom, markFilesAtom } from './fresh-files.ts'
import { keepOlderDraftAtom, forgetVisitorOutboxAtom } from './older-drafts.ts'
import {
  markTypedAtom,
  moveTextAtom,
  noteEditAtom,
  takeTypedAtom,
} from '../../world/typed-since.ts'
import { outboxDeskAtom, queuedFactAtom } from '../../conversation/atoms/queued.ts'

const draftsBaseAtom = atom<ReadonlyMap<string, Draft>>(new Map())

/** The whole text of each draft that is not empty, by thread. */
export const draftsAtom = atom(
  (get): ReadonlyMap<string, string> =>
    new Map([...get(draftsBaseAtom)].map(([key, draft]) => [key, wholeText(draft)])),
)

const shownDraftAtom = atom((get) => get(draftsBaseAtom).get(get(shownKeyAtom)) ?? EMPTY_DRAFT)
/** The send of the shown draft; `null` also if the draft was changed during the send. */
export const shownSendAtom = atom((get) => {
  const send = get(draftSendAtom)
  if (!send) return null
  const { conversation, key, text, isTaken } = send
  const isHere =
    conversation === null ||
    (conversation === get(shownConversationAtom) && key === get(shownKeyAtom))
  const { sending, typed } = get(shownDraftAtom)
  const isUnchanged = isTaken ? sending === text : sending === '' && typed === text
  return isHere && isUnchanged ? send : null
})

/** Text of the field. Other threads keep their drafts. */
export const currentDraftAtom = atom(
  (get) => {
    const draft = get(shownDraftAtom)
    return get(shownSendAtom)?.isTaken ? draft.typed : wholeText(draft)
  },
  (get, set, typed: string, place?: EditPlace) => {
    const send = get(shownSendAtom)
    const draft = { sending: send?.isTaken ? send.text : '', typed }
    const start = fieldStart(draft) + (place?.start ?? 0)
    set(putDraftAtom, get(shownKeyAtom), draft, place && { ...place, start })
  },
)

/** Begins a send, or lets it belong to another thread. A text that is taken leaves the field. */
export const startSendAtom = atom(null, (get, set, send: DraftSend) => {
  const { key, text, isTaken } = send
  const draft = get(draftsBaseAtom).get(key) ?? EMPTY_DRAFT
  set(noteSendAtom, send)
  // A taken text that has another text behind it stays as it is: the send moves to another thread.
  if (text === '' || wholeText(draft) !== text) return
  const next = isTaken ? { sending: text, typed: '' } : { sending: '', typed: text }
  set(draftsBaseAtom, new Map(get(draftsBaseAtom)).set(key, next))
})

/** Removes the text of a send that has succeeded. Text that was typed after it stays. */
export const finishSendAtom = atom(null, (get, set, { key, text }: DraftSend) => {
  const draft = get(draftsBaseAtom).get(key) ?? EMPTY_DRAFT
  set(cancelSendAtom)
  if (draft.sending === text) set(setDraftAtom, key, draft.typed)
  else if (wholeText(draft) === text) set(setDraftAtom, key, '')
})

/** Replaces the draft of any thread. */
export const setDraftAtom = atom(null, (_get, set, key: string, typed: string) =>
  set(putDraftAtom, key, { sending: '', typed }),
)

const putDraftAtom = atom(null, (get, set, key: string, draft: Draft, place?: EditPlace) => {
  const drafts = new Map(get(draftsBaseAtom))
  const text = wholeText(draft)
  set(noteEditAtom, key, wholeText(drafts.get(key) ?? EMPTY_DRAFT), text, place)
  if (text === '') drafts.delete(key)
  else drafts.set(key, draft)
  set(draftsBaseAtom, drafts)
})

/** True without text and files (specification, section 5). */
export const isDraftEmptyAtom = atom(
  (get) => get(currentDraftAtom).trim() === '' && get(shownTrayAtom).items.length === 0,
)

/** Moves text that was typed before a thread was known to the shown thread. */
export const placeDraftAtom = atom(null, (_get, set) => {
  set(carryUnplacedAtom)
  void set(placeFilesAtom)
})

/** Moves text that was typed before a thread was known to the shown thread. */
const carryUnplacedAtom = atom(null, (get, set) => {
  const drafts = new Map(get(draftsBaseAtom))
  const draft = drafts.get(UNPLACED)
  const key = get(shownKeyAtom)
  if (draft === undefined || key === UNPLACED) return
  drafts.delete(UNPLACED)
  set(draftsBaseAtom, drafts.set(key, draft))
  set(moveTextAtom, UNPLACED, key)
})

/** Marks all current texts and files, to tell them from later ones. */
export const markDraftsAtom = atom(null, (_get, set) => {
  set(markTypedAtom)
  set(markFilesAtom)
})

/**
 * Clears the drafts when another person takes over. Text typed since the page named the new person becomes that
 * person's draft.
 */
export const handDraftOverAtom = atom(null, (get, set) => {
  if (get(identityAtom)?.mode === 'anonymous') set(takeBackQueuedAtom)
  const before = get(currentDraftAtom)
  const files = get(freshFilesAtom)
  const { text, at, isElsewhere, rest = before } = set(takeTypedAtom, get(shownKeyAtom))
  set(keepOlderDraftAtom, rest)
  set(forgetDraftsAtom)
  set(bringFilesAtom, files)
  if (text === '') return
  set(setDraftAtom, UNPLACED, text)
  // A field whose text stays the same keeps its caret and its input method.
  if (text !== before && at < text.length) set(placeCaretAtom, UNPLACED, [at, at])
  if (isElsewhere) set(requestFocusAtom)
})

/** A visitor's unsent messages return to the draft: the next person cannot send them. */
const takeBackQueuedAtom = atom(null, (get, set) => {
  const queued = get(queuedFactAtom)
  if (queued.length === 0) return
  for (const { id } of queued.toReversed()) get(outboxDeskAtom)?.edit(id)
  void set(forgetVisitorOutboxAtom)
})

/** Clears all drafts, so that the next person sees no text of the previous one. */
export const forgetDraftsAtom = atom(null, (_get, set) => {
  set(draftsBaseAtom, new Map())
  set(markTypedAtom)
  set(cancelSendAtom)
  set(forgetEditsAtom)
  set(forgetTraysAtom)
})

/**
 * Returns a cancelled message to the composer, unless the composer has other content. An edit of the message
 * replaces its old text.
 */
export const returnDraftAtom = atom(null, (get, set, { messageId, draft }: ReturnedDraft) => {
  const { text, attachments = [] } = keptEditOf(get, messageId) ?? draft
  if (!get(isDraftEmptyAtom)) return
  set(keepEditAtom, messageId, null)
  set(currentDraftAtom, text)
  if (attachments.length > 0) void set(restoreAtom, attachments)
  set(requestFocusAtom)
})

const restoreAtom = atom(null, async (get, set, attachments: readonly Attachment[]) => {
  const identity = get(identityAtom)
  const key = get(shownKeyAtom)
  try {
    const { restoreFilesAtom } = await import('./tray-actions.ts')
    // The text was not meant for another thread or another person.
    if (get(identityAtom) === identity && get(shownKeyAtom) === key) {
      await set(restoreFilesAtom, attachments)
    }
  } catch (error) {
    depsOf(get).report('Files of the message could not be restored:', error)
  }
})
