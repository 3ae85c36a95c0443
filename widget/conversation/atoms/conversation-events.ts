import { createEvent } from '../../world/create-event.ts'
import type { ReturnedDraft } from '../thread-log.ts'

/** Another thread is shown, or the first one. */
export const threadShown = createEvent()

/** A message of the shown thread was taken back: its text and files belong in the composer again. */
export const draftReturned = createEvent<ReturnedDraft>()

/** The running answer of the shown thread has ended. */
export const runEnded = createEvent()
