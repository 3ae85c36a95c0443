/**
 * What clients did to one service and what it said: enough to tell whether one serial history explains
 * it. Times are of one clock, in milliseconds.
 */
export interface Timed {
  readonly client: number
  readonly process: number
  readonly thread: string
  readonly from: number
  /** When the answer came: from then on what it says holds. Infinity where none came. */
  readonly until: number
}

/** `unknown`: no answer came, so it happened or it did not, then or later. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** A message with its answer; done when the server said that it has the message. */
export interface Send extends Timed {
  readonly type: 'send'
  readonly outcome: Outcome
  /** The message's own name. */
  readonly message: string
  /** Row that it was said after. */
  readonly parent: string | null
  readonly text: string
  /** All that the model says to it. */
  readonly reply: string
  readonly answer?: string
  /** Its stream said so: a stop came before the first word. */
  readonly isTakenBack?: true
}

/** An answer made again. */
export interface Again extends Timed {
  readonly type: 'again'
  readonly outcome: Outcome
  /** The row of the question. */
  readonly parent: string
  readonly answer?: string
}

export interface Stop extends Timed {
  readonly type: 'stop'
  readonly outcome: Outcome
  /** Messages that it took back, by their own names. */
  readonly removed: readonly string[]
}

export type Field = 'title' | 'is_archived'

/** A field of the thread is set; the thread's beginning sets each for the first time. */
export interface Write extends Timed {
  readonly type: 'write'
  readonly outcome: Outcome
  readonly field: Field
  readonly value: string
}

export interface Delete extends Timed {
  readonly type: 'delete'
  readonly outcome: Outcome
}

export interface SeenRow {
  readonly id: string
  readonly externalId: string | null
  readonly parent: string | null
  readonly role: string
  readonly text: string
  readonly status: string | undefined
}

/** The thread as a client saw it. */
export interface Look extends Timed {
  readonly type: 'look'
  /** `undefined`: the thread is not there. */
  readonly fields: Readonly<Record<Field, string>> | undefined
  /** Oldest first. */
  readonly rows: readonly SeenRow[]
}

export type Operation = Send | Again | Stop | Write | Delete | Look
