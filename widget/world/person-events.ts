import { atom, type Atom } from 'jotai/vanilla'
import { createEvent } from './create-event.ts'
import type { Identity } from './identity.ts'

/**
 * The page has named a person whom the server has not confirmed: what is typed and chosen from now on may belong to
 * another person than what is there.
 */
export const personAsked = createEvent()

export interface PersonLeft {
  /** The person who chatted; `null`: the page has named the first one. */
  readonly person: Identity | null
  /** The server named another person, who keeps what was put in since {@link personAsked}. */
  readonly isReplaced: boolean
}

/** The person who chats is about to go: the device still takes what belongs to them. */
export const personLeaving = createEvent<PersonLeft>()

/** The person who chatted is gone: nothing of theirs stays on the screen, on the device or under way. */
export const personLeft = createEvent<PersonLeft>()

/** A person chats from now on. Settles when their first thread is shown, or is left for later. */
export const personCame = createEvent<Identity>()

const tracesAtom = atom<Atom<boolean>[]>(() => [])

/** Adds what says whether a room holds something of the person who chats. */
export const addTraceAtom = atom(null, (get, _set, traceAtom: Atom<boolean>) => {
  get(tracesAtom).push(traceAtom)
})

/** Whether any room holds something of the person who chats. */
export const hasTraceAtom = atom((get) => get(tracesAtom).some((traceAtom) => get(traceAtom)))
