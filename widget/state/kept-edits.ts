import { atom } from 'jotai/vanilla'
import type { OutgoingMessage } from '../engine/outgoing-message.ts'

/** Messages whose edit is kept while it is closed; the oldest goes. */
export const EDITS_KEPT_MAX = 20

const keptEditsBaseAtom = atom<ReadonlyMap<string, OutgoingMessage>>(new Map())

/** What was changed and not sent, by message. It lives as long as the page. */
export const keptEditsAtom = atom((get) => get(keptEditsBaseAtom))

/** Keeps what was changed in a message; `null` forgets it. */
export const keepEditAtom = atom(
  null,
  (get, set, messageId: string, draft: OutgoingMessage | null) => {
    const kept = new Map(get(keptEditsBaseAtom))
    kept.delete(messageId)
    if (draft) kept.set(messageId, draft)
    const [oldest] = kept.keys()
    if (kept.size > EDITS_KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    set(keptEditsBaseAtom, kept)
  },
)

export const forgetEditsAtom = atom(null, (_get, set) => set(keptEditsBaseAtom, new Map()))
