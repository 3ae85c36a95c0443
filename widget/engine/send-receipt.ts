import { AlcoveError } from '../../shared/errors.ts'

/** Told what becomes of a message that was sent. */
export interface SendReceipt {
  /** The server has it. */
  taken(): void
  /** It does not, and the message left the thread: whoever sent it has it now. */
  refused(error: unknown): void
  /** It was stopped before anything came of it, perhaps after it was taken; its words are in the composer. */
  returned(): void
}

/** A turn as far as its receipt goes. */
interface Receipted {
  readonly receipt?: SendReceipt | undefined
  isTaken: boolean
}

const LEFT = new AlcoveError('destroyed', 'The thread was left.')

/** The server has what the turn sent. */
export function noteTaken(turn: Receipted): void {
  if (!turn.isTaken) turn.receipt?.taken()
  turn.isTaken = true
}

/** The thread was left: whether the server has it, nobody can say. */
export function noteLeft(turn: Receipted): void {
  if (!turn.isTaken) turn.receipt?.refused(LEFT)
}
