import { atom } from 'jotai/vanilla'
import { createForNextQuestion } from './next-question.ts'

/** Something of the page that somebody asks about. */
export type Reference = {
  /** What people read of it. */
  readonly label: string
  readonly text: string
  /** Where it is; empty: nobody said. */
  readonly link: string
}

/** With more than these the first one goes. */
export const REFERENCES_MAX = 4

const references = createForNextQuestion<Reference>('the question is about', REFERENCES_MAX)

/** What the next question is about, by the person's wish. */
export const referencesAtom = references.itemsAtom

export const removeReferenceAtom = atom(null, (get, set, label: string) =>
  set(
    references.setItemsAtom,
    get(referencesAtom).filter((each) => each.label !== label),
  ),
)

/** One of the same name is replaced. */
export const addReferenceAtom = atom(null, (get, set, next: Reference) => {
  set(removeReferenceAtom, next.label)
  set(references.setItemsAtom, [...get(referencesAtom), next])
})
