import { atom, type Atom } from 'jotai/vanilla'
import type { JsonObject } from '../../../shared/json.ts'
import { isContextData } from '../../../shared/context-data.ts'
import { shownPathAtom } from './conversations.ts'
import { messageAtom } from './conversation-view.ts'

/** The field's name, as the model reads it. */
const UNDONE_FIELD = 'undone by the person'
/** The newest ones; a message has little room. */
export const UNDONE_MAX = 8

interface Undone {
  /** The question that was the newest one then: with the next one the model is told. */
  readonly behind: string | undefined
  readonly calls: readonly JsonObject[]
}

const undoneBaseAtom = atom<Undone | null>(null)

/** The newest message of the person's; what was noted behind it goes out with the next one. */
export const newestQuestionAtom = atom((get) =>
  get(shownPathAtom).findLast((id) => get(messageAtom(id))?.role === 'user'),
)

/** What became of a call that somebody wanted back. */
export const noteUndoneAtom = atom(null, (get, set, call: JsonObject) => {
  const behind = get(newestQuestionAtom)
  const before = get(undoneBaseAtom)
  const calls = before && before.behind === behind ? before.calls : []
  set(undoneBaseAtom, { behind, calls: [...calls, call].slice(-UNDONE_MAX) })
})

/** What goes out besides, and what was undone since the last message. */
export const withUndone = (before: Atom<JsonObject | undefined>): Atom<JsonObject | undefined> =>
  atom((get) => {
    const shared = get(before)
    const undone = get(undoneBaseAtom)
    if (!undone || undone.behind !== get(newestQuestionAtom)) return shared
    const all = { ...shared, [UNDONE_FIELD]: undone.calls }
    // What the page shares goes first: with too much the server would refuse the message.
    return isContextData(all) ? all : shared
  })
