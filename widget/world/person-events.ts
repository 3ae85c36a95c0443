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

/** The person who chatted is gone: nothing of theirs stays on the screen, on the device or under way. */
export const personLeft = createEvent<PersonLeft>()

/** A person chats from now on. Settles when their first thread is shown, or is left for later. */
export const personCame = createEvent<Identity>()
