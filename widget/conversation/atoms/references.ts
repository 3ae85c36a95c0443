import { atom } from 'jotai/vanilla'
import { createForNextQuestion } from './next-question.ts'

/** Content of the page that a person asks about. */
export type Reference = {
  /** Label for people. */
  readonly label: string
  readonly text: string
  /** Address; empty: none was given. */
  readonly link: string
}

/** Maximum number; the oldest is dropped. */
export const REFERENCES_MAX = 4

const references = createForNextQuestion<Reference>('the question is about', REFERENCES_MAX)

/** Content that the next question is about, chosen by the person. */
export const referencesAtom = references.itemsAtom

export const removeReferenceAtom = atom(null, (get, set, label: string) =>
  set(
    references.setItemsAtom,
    get(referencesAtom).filter((each) => each.label !== label),
  ),
)

/** Adds a reference, in place of another one with the same label. */
export const addReferenceAtom = atom(null, (get, set, next: Reference) => {
  set(removeReferenceAtom, next.label)
  set(references.setItemsAtom, [...get(referencesAtom), next])
})
