import { atom, type Getter } from 'jotai/vanilla'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import type { OutgoingMessage } from '../../conversation/outgoing-message.ts'

/** Number of closed edits that are kept; beyond it the oldest is removed. */
export const EDITS_KEPT_MAX = 20

const keptEditsBaseAtom = atom<ReadonlyMap<string, OutgoingMessage>>(new Map())

/** Unsent edits by the server's id of their message, or by its id here until the server has one. */
export const keptEditsAtom = atom((get) => get(keptEditsBaseAtom))

/** The unsent edit of a message of the shown thread. */
export const keptEditOf = (get: Getter, messageId: string): OutgoingMessage | undefined =>
  namesOf(get, messageId).flatMap((name) => get(keptEditsBaseAtom).get(name) ?? [])[0]

/** Stores the edit of a message of the shown thread; `null` removes it. */
export const keepEditAtom = atom(
  null,
  (get, set, messageId: string, draft: OutgoingMessage | null) => {
    const [name = messageId, ...others] = namesOf(get, messageId)
    for (const other of others) set(restoreEditAtom, other, null)
    set(restoreEditAtom, name, draft)
  },
)

/** Restores an edit from outside of this page, by its name there; `null`: it was sent or removed. */
export const restoreEditAtom = atom(
  null,
  (get, set, name: string, draft: OutgoingMessage | null) => {
    const before = get(keptEditsBaseAtom)
    if (!draft && !before.has(name)) return
    const kept = new Map(before)
    kept.delete(name)
    if (draft) kept.set(name, draft)
    const [oldest] = kept.keys()
    if (kept.size > EDITS_KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    set(keptEditsBaseAtom, kept)
  },
)

export const forgetEditsAtom = atom(null, (_get, set) => set(keptEditsBaseAtom, new Map()))

/** Names under which an edit may be stored: a message sent here has its first id until its row is known. */
function namesOf(get: Getter, messageId: string): readonly string[] {
  const row = get(shownConversationAtom)?.rowOf(messageId)
  return row === undefined || row === messageId ? [messageId] : [row, messageId]
}
