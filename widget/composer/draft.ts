/** The text of a thread's composer. */
export interface Draft {
  /** A text that has left the field and is not sent yet; empty without such a send. */
  readonly sending: string
  /** The text in the field. */
  readonly typed: string
}

export const EMPTY_DRAFT: Draft = { sending: '', typed: '' }

/** Stands between a text that is being sent and the next message, where both are one text. */
const GAP = '\n\n'

/** The start of the field's text within {@link wholeText}. */
export const fieldStart = ({ sending, typed }: Draft): number =>
  sending === '' || typed === '' ? sending.length : sending.length + GAP.length

/** Both texts as one: as the device keeps them, and as a failed send returns them to the field. */
export const wholeText = ({ sending, typed }: Draft): string =>
  sending === '' || typed === '' ? sending + typed : sending + GAP + typed
