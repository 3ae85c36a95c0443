import { atom, type Atom } from 'jotai/vanilla'
import { isContextData } from '../../../shared/context-data.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { addToContextAtom } from '../../state/shared-context.ts'
import { newestQuestionAtom } from './undone.ts'

/** Something of the page that somebody asks about. */
export interface Reference {
  /** What people read of it. */
  readonly label: string
  readonly text: string
  /** Where it is; empty: nobody said. */
  readonly link: string
}

/** With more than these the first one goes. */
export const REFERENCES_MAX = 4

/** The field's name, as the model reads it. */
const REFERENCES_FIELD = 'the question is about'

interface Noted {
  /** The question that was the newest one then: with the next one they go out. */
  readonly behind: string | undefined
  readonly list: readonly Reference[]
}

const notedAtom = atom<Noted | null>(null)

/** What the next question is about, by the person's wish. */
export const referencesAtom = atom((get): readonly Reference[] => {
  const noted = get(notedAtom)
  return noted && noted.behind === get(newestQuestionAtom) ? noted.list : []
})

const changeReferencesAtom = atom(null, (get, set, list: readonly Reference[]) => {
  if (get(notedAtom) === null) set(addToContextAtom, withReferences)
  set(notedAtom, { behind: get(newestQuestionAtom), list: list.slice(-REFERENCES_MAX) })
})

/** One of the same name is replaced. */
export const addReferenceAtom = atom(null, (get, set, next: Reference) => {
  const others = get(referencesAtom).filter(({ label }) => label !== next.label)
  set(changeReferencesAtom, [...others, next])
})

export const removeReferenceAtom = atom(null, (get, set, label: string) =>
  set(
    changeReferencesAtom,
    get(referencesAtom).filter((each) => each.label !== label),
  ),
)

const withReferences = (before: Atom<JsonObject | undefined>): Atom<JsonObject | undefined> =>
  atom((get) => {
    const shared = get(before)
    const list = get(referencesAtom).map((reference) => ({ ...reference }))
    if (list.length === 0) return shared
    const all = { ...shared, [REFERENCES_FIELD]: list }
    // What the page shares goes first: with too much the server would refuse the message.
    return isContextData(all) ? all : shared
  })
