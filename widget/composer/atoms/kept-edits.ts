import { atom, type Getter } from 'jotai/vanilla'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import type { OutgoingMessage } from '../../conversation/outgoing-message.ts'

/** Messages whose edit is kept while it is closed; the oldest goes. */
export const EDITS_KEPT_MAX = 20

const keptEditsBaseAtom = atom<ReadonlyMap<string, OutgoingMessage>>(new Map())

/** What was changed and not sent, by what the server calls the message, or its id here until it does. */
export const keptEditsAtom = atom((get) => get(keptEditsBaseAtom))

/** What was changed in a message of the shown thread. */
export const keptEditOf = (get: Getter, messageId: string): OutgoingMessage | undefined =>
  namesOf(get, messageId).flatMap((name) => get(keptEditsBaseAtom).get(name) ?? [])[0]

/** Keeps what was changed in a message of the shown thread; `null` forgets it. */
export const keepEditAtom = atom(
  null,
  (get, set, messageId: string, draft: OutgoingMessage | null) => {
    const [name = messageId, ...others] = namesOf(get, messageId)
    for (const other of others) set(restoreEditAtom, other, null)
    set(restoreEditAtom, name, draft)
  },
)

/** Brings back what was kept outside of this page, by its name there; `null`: it was sent, or forgotten. */
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

/** A message that was sent here has its first name until its row is known, and may have been kept under it. */
function namesOf(get: Getter, messageId: string): readonly string[] {
  const row = get(shownConversationAtom)?.rowOf(messageId)
  return row === undefined || row === messageId ? [messageId] : [row, messageId]
}
