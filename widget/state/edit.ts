import { atom, type Atom } from 'jotai/vanilla'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { messageText } from '../../shared/thread/message.ts'
import type { OutgoingMessage } from '../engine/outgoing-message.ts'
import { messageSourceAtom } from './message-atoms.ts'
import { sessionBaseAtom } from './open-session.ts'

const editsBaseAtom = atom<ReadonlyMap<string, OutgoingMessage>>(new Map())

/** What the edit view of a message holds; `null` while it is not edited. */
export const editAtom = (messageId: string): Atom<OutgoingMessage | null> =>
  atom((get) => get(editsBaseAtom).get(messageId) ?? null)
export const isEditingAnyAtom = atom((get) => get(editsBaseAtom).size > 0)

/** @throws AlcoveError `conflict` with "Edit already in progress". */
export const beginEditAtom = atom(null, (get, set, messageId: string) => {
  const message = get(messageSourceAtom(messageId))
  if (message?.role !== 'user') return
  if (get(editsBaseAtom).has(messageId))
    throw new AlcoveError('conflict', ERROR_TEXTS.editInProgress)
  const draft = { text: messageText(message), attachments: message.attachments ?? [] }
  // Others close: two changed pasts at once would be two threads.
  set(editsBaseAtom, new Map([[messageId, draft]]))
})

export const changeEditAtom = atom(
  null,
  (get, set, messageId: string, change: Partial<OutgoingMessage>) => {
    const draft = get(editsBaseAtom).get(messageId)
    if (draft) set(editsBaseAtom, new Map([[messageId, { ...draft, ...change }]]))
  },
)

export const cancelEditAtom = atom(null, (_get, set) => set(editsBaseAtom, new Map()))

/** Sends what was changed, beside the old message; then the edit ends either way. */
export const sendEditAtom = atom(null, (get, set, messageId: string) => {
  const draft = get(editsBaseAtom).get(messageId)
  if (!draft) return
  get(sessionBaseAtom)?.edit(messageId, draft)
  set(editsBaseAtom, new Map())
})
