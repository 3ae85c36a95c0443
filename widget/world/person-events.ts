import { atom, type Atom } from 'jotai/vanilla'
import { createEvent } from './create-event.ts'
import type { Identity } from './identity.ts'

/**
 * The page has named a person whom the server has not confirmed. Text and choices from now on may belong to
 * another person than the earlier ones.
 */
export const personAsked = createEvent()

export interface PersonLeft {
  /** The former person; `null`: the page has named the first one. */
  readonly person: Identity | null
  /** True if the server named another person, who keeps the text entered since {@link personAsked}. */
  readonly isReplaced: boolean
}

/** The current person is about to go. The device still takes their data. */
export const personLeaving = createEvent<PersonLeft>()

/** The former person is gone: none of their data may stay on the screen, on the device or in pending work. */
export const personLeft = createEvent<PersonLeft>()

/** A new person chats. Resolves when their first thread is shown or postponed. */
export const personCame = createEvent<Identity>()

const tracesAtom = atom<Atom<boolean>[]>(() => [])

/** Adds an atom that is true if a room has data of the current person. */
export const addTraceAtom = atom(null, (get, _set, traceAtom: Atom<boolean>) => {
  get(tracesAtom).push(traceAtom)
})

/** True if any room has data of the current person. */
export const hasTraceAtom = atom((get) => get(tracesAtom).some((traceAtom) => get(traceAtom)))
