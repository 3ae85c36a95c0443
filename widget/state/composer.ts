import { atom } from 'jotai/vanilla'
import type { JsonObject } from '../../shared/json.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { MessageRole } from '../../shared/thread/message.ts'
import { depsOf } from './chat-deps.ts'
import { draftKeyAtom } from './draft-key.ts'
import { currentDraftAtom, focusRequestsAtom, isDraftEmptyAtom } from './drafts.ts'
import { sessionBaseAtom } from './open-session.ts'
import { awaitThreadAtom, isOpeningAtom } from './session.ts'
import { capabilitiesAtom, historyStateAtom, isBlockedAtom, isRunningAtom } from './thread.ts'
import { changeTrayAtom, shownTrayAtom } from './shown-trays.ts'

/** What is typed. Components bind to it as they would to `useState`. */
export const draftAtom = atom(
  (get) => get(currentDraftAtom),
  (_get, set, text: string) => set(currentDraftAtom, text),
)
/** Rises when the composer should take the focus. */
export const focusRequestAtom = atom((get) => get(focusRequestsAtom))
/** Who is said to write. */
export const composerRoleAtom = atom<MessageRole>('user')
/** Goes out with each message as the request's metadata. */
export const runConfigAtom = atom<JsonObject>({})

/** The send that waits for uploads: it belongs to one draft of one opened thread. */
const queuedBaseAtom = atom<{ readonly session: unknown; readonly key: string } | null>(null)
const queuedAtom = atom((get) => {
  const queued = get(queuedBaseAtom)
  const isHere = queued?.session === get(sessionBaseAtom) && queued?.key === get(draftKeyAtom)
  return isHere ? queued : null
})
/** Whether the message goes out as soon as its files are uploaded. */
export const isSendQueuedAtom = atom((get) => get(queuedAtom) !== null)

const isFreeAtom = atom((get) => !get(isRunningAtom) && !get(isBlockedAtom))
const isReadyAtom = atom((get) => get(isFreeAtom) && get(historyStateAtom) === 'ready')
const isComingAtom = atom(
  (get) =>
    get(historyStateAtom) === 'loading' || get(isOpeningAtom) || get(sessionBaseAtom) === null,
)
/** While the thread loads too: what is sent then goes out as soon as it is there. */
export const canSendAtom = atom((get) => {
  const isThere = get(isReadyAtom) || (get(isFreeAtom) && get(isComingAtom))
  return isThere && !get(isSendQueuedAtom) && !get(isDraftEmptyAtom)
})

/** Whether there is an answer that can be stopped. */
export const canStopAtom = atom((get) => get(isRunningAtom) && get(capabilitiesAtom).cancel)

const submitAtom = atom(
  null,
  (get, _set, text: string, attachments: readonly Attachment[]): boolean => {
    const session = get(sessionBaseAtom)
    if (!session || !get(isReadyAtom) || (text === '' && attachments.length === 0)) return false
    const role = get(composerRoleAtom)
    const runConfig = get(runConfigAtom)
    return session.send({
      text,
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(role === 'user' ? {} : { role }),
      ...(Object.keys(runConfig).length > 0 ? { runConfig } : {}),
    })
  },
)

/** Sends a text as it stands, for example a suggestion. The draft stays. */
export const sendTextAtom = atom(null, async (get, set, text: string): Promise<boolean> => {
  if (get(isComingAtom)) await set(awaitThreadAtom)
  return set(submitAtom, text.trim(), [])
})

/**
 * Sends what is typed and attached, and empties the composer: while the thread still loads, or files
 * are uploaded, as soon as they are there. A second call meanwhile sends nothing. What cannot be
 * sent stays.
 */
export const sendDraftAtom = atom(null, async (get, set) => {
  if (get(isSendQueuedAtom)) return
  if (get(isComingAtom)) await set(awaitThreadAtom)
  if (get(shownTrayAtom).items.length > 0) return set(sendWithFilesAtom)
  if (set(submitAtom, get(draftAtom).trim(), [])) set(draftAtom, '')
})

const sendWithFilesAtom = atom(null, async (get, set) => {
  if (!get(isReadyAtom)) return
  const key = get(draftKeyAtom)
  const queued = { session: get(sessionBaseAtom), key }
  set(queuedBaseAtom, queued)
  // Somebody may take it back, or show another thread.
  const isOver = () => get(queuedAtom) !== queued
  try {
    const { sendFilesAtom, namesIn } = await import('./tray-actions.ts')
    await set(sendFilesAtom, {
      submit(attachments) {
        if (isOver() || !set(submitAtom, get(draftAtom).trim(), attachments)) return false
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
  } finally {
    if (get(queuedBaseAtom) === queued) set(queuedBaseAtom, null)
  }
})

/** Takes back a send that waits; the draft stays, and its uploads go on. */
export const cancelSendAtom = atom(null, (_get, set) => set(queuedBaseAtom, null))

/** Stops the answer. Before it says anything, the message comes back into the composer. */
export const stopAtom = atom(null, (get) => get(sessionBaseAtom)?.stop())
