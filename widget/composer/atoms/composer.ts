import { atom, type Getter } from 'jotai/vanilla'
import type { JsonObject } from '../../../shared/json.ts'
import { missingParts } from '../../../shared/later.ts'
import type { MessageRole } from '../../../shared/thread/message.ts'
import {
  shownConversationAtom,
  capabilitiesAtom,
  historyStateAtom,
  isRunningAtom,
} from '../../conversation/atoms/conversations.ts'
import { messageMarksAtom, isBlockedAtom } from '../../conversation/atoms/thread.ts'
import type { OutgoingMessage } from '../../conversation/outgoing-message.ts'
import { toAttachment, type KeptUpload } from '../../device/kept-files.ts'
import { outboxDeskAtom } from '../../conversation/atoms/queued.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { connectionAtom } from '../../world/connection.ts'
import { awaitThreadAtom, isComingAtom, isNobodyAtom } from '../../thread-list/atoms/opening.ts'
import { isEnded } from '../attachments/tray-attachment.ts'
import type { EditPlace } from '../../world/edit-place.ts'
import { editText, freshOf, oldText } from '../../world/fresh-text.ts'
import { cancelSendAtom, draftSendAtom, type DraftSend } from './draft-send.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import {
  currentDraftAtom,
  finishSendAtom,
  isDraftEmptyAtom,
  shownSendAtom,
  startSendAtom,
} from './drafts.ts'
import { focusRequestsAtom } from '../../world/focus-requests.ts'
import { changeTrayAtom, forgetNotesAtom, shownTrayAtom } from './shown-trays.ts'

/** An edit as the field saw it. */
export interface FieldEdit {
  /** The field's text before the edit. */
  readonly before: string
  readonly place?: EditPlace | undefined
}

/** Text of the composer. Components bind to it as they would to `useState`. */
export const draftAtom = atom(
  (get) => get(currentDraftAtom),
  (get, set, given: string, edit?: FieldEdit) => {
    const { before, place } = edit ?? {}
    const draft = get(currentDraftAtom)
    // The draft changed after the field was drawn and before this key. The key applies to the new draft.
    const isLate = before !== undefined && before !== draft
    const text = isLate ? draft + freshOf(editText(oldText(before), given, place)) : given
    const send = get(draftSendAtom)
    // Typing while the sent text is still in the field means that the message is not finished.
    if (send?.isTaken === false && send.text !== text) set(cancelSendAtom)
    set(currentDraftAtom, text, isLate ? undefined : place)
  },
)
/** Counts requests to focus the composer. */
export const focusRequestAtom = atom((get) => get(focusRequestsAtom))
const roleBaseAtom = atom<MessageRole>('user')
const runConfigBaseAtom = atom<JsonObject>({})

/** Role of messages that the composer sends. */
export const composerRoleAtom = atom(
  (get) => get(roleBaseAtom),
  (_get, set, role: MessageRole) => set(roleBaseAtom, role),
)
/** Sent with each message as the request's metadata. */
export const runConfigAtom = atom(
  (get) => get(runConfigBaseAtom),
  (_get, set, runConfig: JsonObject) => set(runConfigBaseAtom, runConfig),
)

const isUploadingAtom = atom((get) =>
  get(shownTrayAtom).items.some(
    ({ status, pages }) => status.type === 'running' || pages?.type === 'making',
  ),
)
/** True from the press of the key until the message is in the thread, or is back in the composer. */
export const isSendingAtom = atom((get) => get(shownSendAtom) !== null)
/** Reason why a sent message is delayed; `null`: no message is delayed. */
export const sendWaitAtom = atom((get) => {
  if (get(shownSendAtom) === null) return null
  if (get(isUploadingAtom)) return 'files' as const
  return get(isComingAtom) ? ('thread' as const) : null
})

const isFreeAtom = atom((get) => !get(isRunningAtom) && !get(isBlockedAtom))
const isReadyAtom = atom((get) => get(isFreeAtom) && get(historyStateAtom) === 'ready')
/** True while the thread loads, too: a message sent then goes out as soon as the thread is loaded. */
export const canSendAtom = atom((get) => {
  const isThere = get(isReadyAtom) || (get(isFreeAtom) && get(isComingAtom))
  return isThere && get(shownSendAtom) === null && !get(isDraftEmptyAtom)
})

/** True while an answer runs that can be stopped. */
export const canStopAtom = atom((get) => get(isRunningAtom) && get(capabilitiesAtom).cancel)

/** Every message that the composer sends to the shown thread goes through this atom. */
const sendAtom = atom(null, (get, _set, text: string, files: readonly KeptUpload[]): boolean => {
  const shown = get(shownConversationAtom)
  if (!shown || !get(isReadyAtom) || (text === '' && files.length === 0)) return false
  const message = get(outgoingAtom)(text, files)
  const desk = get(outboxDeskAtom)
  return desk ? desk.send(message, files) : shown.send(message)
})

/** A message as the composer sends it now. */
const outgoingAtom = atom((get) => {
  const role = get(composerRoleAtom)
  const runConfig = get(runConfigAtom)
  const marks = get(messageMarksAtom)
  return (text: string, files: readonly KeptUpload[]): OutgoingMessage => ({
    text,
    ...(Object.keys(marks).length > 0 ? { marks } : {}),
    ...(files.length > 0 ? { attachments: files.map(toAttachment) } : {}),
    ...(role === 'user' ? {} : { role }),
    ...(Object.keys(runConfig).length > 0 ? { runConfig } : {}),
  })
})

/** Sends a text as it stands, for example a suggestion. The draft stays. */
export const sendTextAtom = atom(null, async (get, set, text: string): Promise<boolean> => {
  if (get(isComingAtom)) await set(awaitThreadAtom)
  return set(sendAtom, text.trim(), [])
})

/**
 * Sends the typed text with its files and empties the composer: text typed after the call belongs to the next
 * message. During uploads the text stays in the field, and an edit cancels the send. A second call meanwhile sends
 * nothing. Content that cannot be sent comes back.
 */
export const sendDraftAtom = atom(null, async (get, set) => {
  if (!get(canSendAtom)) return
  let send = set(beginSendAtom, get(currentDraftAtom))
  try {
    if (get(isComingAtom)) {
      await set(awaitThreadAtom)
      if (get(shownSendAtom) !== send) return
      // From here on the draft belongs to the thread that is shown now.
      send = set(beginSendAtom, send.text)
    }
    if (send.files.length > 0) return await set(sendWithFilesAtom, send)
    if (set(sendAtom, send.text.trim(), [])) {
      set(finishSendAtom, send)
      set(forgetNotesAtom, send.key)
    } else set(notifySupersededAtom, send)
  } finally {
    if (get(draftSendAtom) === send) set(cancelSendAtom)
  }
})

const canWaitOffline = (get: Getter): boolean =>
  get(outboxDeskAtom) !== null && get(connectionAtom) === 'offline' && get(isReadyAtom)

/** True if the text may leave the field at once. Text that may be delayed for long stays visible. */
const canTakeNow = (get: Getter) =>
  !get(isUploadingAtom) && !hasEndedUpload(get) && !missingParts.isAny() && !get(isNobodyAtom)

/** True if a file has to be uploaded again before the message is sent. */
function hasEndedUpload(get: Getter): boolean {
  const now = depsOf(get).clock.now()
  return get(shownTrayAtom).items.some((item) => isEnded(item, now))
}

const beginSendAtom = atom(null, (get, set, text: string): DraftSend => {
  const before = get(shownSendAtom)
  const send = {
    conversation: get(shownConversationAtom),
    key: get(shownKeyAtom),
    text,
    isTaken: before?.isTaken ?? (canTakeNow(get) || canWaitOffline(get)),
    files: before?.files ?? get(shownTrayAtom).items.map(({ id }) => id),
  }
  set(startSendAtom, send)
  return send
})

const sendWithFilesAtom = atom(null, async (get, set, send: DraftSend) => {
  // The send was cancelled, or another thread is shown.
  const isOver = () => get(shownSendAtom) !== send
  const { key, text } = send
  const desk = get(outboxDeskAtom)
  const { sendFilesAtom, namesIn } = await import('./tray-actions.ts')
  function onFail(error: unknown) {
    if (isOver()) return
    depsOf(get).report('The message was not sent:', error)
    set(changeTrayAtom, key, { notes: [{ type: 'not-sent', names: namesIn(error) }] })
  }
  // Without a network, files are uploaded when the message is sent.
  if (desk && canWaitOffline(get)) {
    const message = get(outgoingAtom)(text.trim(), [])
    try {
      if (await desk.sendUnpacked(message, send.files)) set(finishSendAtom, send)
    } catch (error) {
      onFail(error)
    }
    return
  }
  await set(sendFilesAtom, {
    // If the text is still in the field, all files are sent with it.
    ...(send.isTaken ? { ids: send.files } : {}),
    submit(files) {
      if (isOver()) return false
      if (!set(sendAtom, text.trim(), files)) {
        set(notifySupersededAtom, send)
        return false
      }
      set(finishSendAtom, send)
      set(changeTrayAtom, key, { notes: [] })
      return true
    },
    onFail,
  })
})

/** Another answer began during the send, so the person has to send the message again. */
const notifySupersededAtom = atom(null, (get, set, { key }: DraftSend) => {
  if (get(isRunningAtom)) set(changeTrayAtom, key, { notes: [{ type: 'overtaken', names: [] }] })
})

/** Stops the answer. If it has no text yet, the message returns to the composer. */
export const stopAtom = atom(null, (get) => get(shownConversationAtom)?.stop())
