import { atom } from 'jotai/vanilla'
import type { JsonObject } from '../../shared/json.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { MessageRole } from '../../shared/thread/message.ts'
import type { OutgoingMessage } from '../engine/outgoing-message.ts'
import { depsOf } from './chat-deps.ts'
import { draftKeyAtom } from './draft-key.ts'
import { currentDraftAtom, focusRequestsAtom, isDraftEmptyAtom, setDraftAtom } from './drafts.ts'
import { sessionBaseAtom } from './open-session.ts'
import { outboxDeskAtom } from './queued.ts'
import { awaitThreadAtom, connectionAtom, isComingAtom } from './session.ts'
import { capabilitiesAtom, historyStateAtom, isBlockedAtom, isRunningAtom } from './thread.ts'
import { changeTrayAtom, shownTrayAtom } from './shown-trays.ts'

/** What is typed. Components bind to it as they would to `useState`. */
export const draftAtom = atom(
  (get) => get(currentDraftAtom),
  (get, set, text: string) => {
    // Who goes on typing has more to say.
    if (get(queuedBaseAtom)?.text !== text) set(queuedBaseAtom, null)
    set(currentDraftAtom, text)
  },
)
/** Rises when the composer should take the focus. */
export const focusRequestAtom = atom((get) => get(focusRequestsAtom))
/** Who is said to write. */
export const composerRoleAtom = atom<MessageRole>('user')
/** Goes out with each message as the request's metadata. */
export const runConfigAtom = atom<JsonObject>({})

/** A send that waits, for its thread or for uploads: one draft as it was. */
interface QueuedSend {
  /** `null`: before any thread is shown. What is typed by then goes along with the first one. */
  readonly session: unknown
  readonly key: string
  readonly text: string
}

const queuedBaseAtom = atom<QueuedSend | null>(null)
const queuedAtom = atom((get) => {
  const queued = get(queuedBaseAtom)
  if (queued?.text !== get(currentDraftAtom)) return null
  const isHere = queued.session === get(sessionBaseAtom) && queued.key === get(draftKeyAtom)
  return isHere || queued.session === null ? queued : null
})
/** Whether the message goes out as soon as its files are uploaded. */
export const isSendQueuedAtom = atom(
  (get) => get(queuedAtom) !== null && get(shownTrayAtom).items.length > 0,
)

const isFreeAtom = atom((get) => !get(isRunningAtom) && !get(isBlockedAtom))
const isReadyAtom = atom((get) => get(isFreeAtom) && get(historyStateAtom) === 'ready')
/** While the thread loads too: what is sent then goes out as soon as it is there. */
export const canSendAtom = atom((get) => {
  const isThere = get(isReadyAtom) || (get(isFreeAtom) && get(isComingAtom))
  return isThere && get(queuedAtom) === null && !get(isDraftEmptyAtom)
})

/** Whether there is an answer that can be stopped. */
export const canStopAtom = atom((get) => get(isRunningAtom) && get(capabilitiesAtom).cancel)

const submitAtom = atom(
  null,
  (get, _set, text: string, attachments: readonly Attachment[]): boolean => {
    const session = get(sessionBaseAtom)
    if (!session || !get(isReadyAtom) || (text === '' && attachments.length === 0)) return false
    const message = get(outgoingAtom)(text, attachments)
    const desk = get(outboxDeskAtom)
    return desk ? desk.send(message) : session.send(message)
  },
)

/** A message as the composer sends it now. */
const outgoingAtom = atom((get) => {
  const role = get(composerRoleAtom)
  const runConfig = get(runConfigAtom)
  return (text: string, attachments: readonly Attachment[]): OutgoingMessage => ({
    text,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(role === 'user' ? {} : { role }),
    ...(Object.keys(runConfig).length > 0 ? { runConfig } : {}),
  })
})

/** Sends a text as it stands, for example a suggestion. The draft stays. */
export const sendTextAtom = atom(null, async (get, set, text: string): Promise<boolean> => {
  if (get(isComingAtom)) await set(awaitThreadAtom)
  return set(submitAtom, text.trim(), [])
})

/**
 * Sends what is typed and attached, and empties the composer: while the thread still loads, or files
 * are uploaded, as soon as they are there. A second call meanwhile sends nothing, and whoever types
 * meanwhile takes it back. What cannot be sent stays.
 */
export const sendDraftAtom = atom(null, async (get, set) => {
  if (!get(canSendAtom)) return
  let queued = set(queueAtom)
  try {
    if (get(isComingAtom)) await set(awaitThreadAtom)
    if (get(queuedAtom) !== queued) return
    // From here on it is of the thread that is shown now.
    queued = set(queueAtom)
    if (get(shownTrayAtom).items.length > 0) return await set(sendWithFilesAtom, queued)
    if (set(submitAtom, queued.text.trim(), [])) set(draftAtom, '')
    else set(tellOvertakenAtom, queued)
  } finally {
    if (get(queuedBaseAtom) === queued) set(queuedBaseAtom, null)
  }
})

/** What is typed waits to be sent. */
const queueAtom = atom(null, (get, set): QueuedSend => {
  const queued = {
    session: get(sessionBaseAtom),
    key: get(draftKeyAtom),
    text: get(currentDraftAtom),
  }
  set(queuedBaseAtom, queued)
  return queued
})

const sendWithFilesAtom = atom(null, async (get, set, queued: QueuedSend) => {
  // Somebody may take it back, or show another thread.
  const isOver = () => get(queuedAtom) !== queued
  const { key, text } = queued
  const desk = get(outboxDeskAtom)
  // Without a network they are uploaded when the message goes out.
  if (desk && get(connectionAtom) === 'offline' && get(isReadyAtom)) {
    if (await desk.sendUnpacked(get(outgoingAtom)(text.trim(), []))) set(setDraftAtom, key, '')
    return
  }
  const { sendFilesAtom, namesIn } = await import('./tray-actions.ts')
  await set(sendFilesAtom, {
    submit(attachments) {
      if (isOver()) return false
      if (!set(submitAtom, text.trim(), attachments)) {
        set(tellOvertakenAtom, queued)
        return false
      }
      set(draftAtom, '')
      set(changeTrayAtom, key, { notes: [] })
      return true
    },
    onFail(error) {
      if (isOver()) return
      depsOf(get).report('The message was not sent:', error)
      set(changeTrayAtom, key, { notes: [{ type: 'not-sent', names: namesIn(error) }] })
    },
  })
})

/** Another answer began while the send waited: it is the person's to send it again. */
const tellOvertakenAtom = atom(null, (get, set, { key }: QueuedSend) => {
  if (get(isRunningAtom)) set(changeTrayAtom, key, { notes: [{ type: 'overtaken', names: [] }] })
})

/** Takes back a send that waits; the draft stays, and its uploads go on. */
export const cancelSendAtom = atom(null, (_get, set) => set(queuedBaseAtom, null))

/** Stops the answer. Before it says anything, the message comes back into the composer. */
export const stopAtom = atom(null, (get) => get(sessionBaseAtom)?.stop())
