/**
 * Operations of clients on one service and the results: enough to decide whether a serial history explains
 * them. Times are of one clock, in milliseconds.
 */
export interface Timed {
  readonly client: number
  readonly process: number
  readonly thread: string
  readonly from: number
  /** Time of the answer, from which its statement holds. Infinity if none came. */
  readonly until: number
}

/** `unknown`: no answer came, so it may have happened, then or later. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** A message with its answer; done once the server said that it has the message. */
export interface Send extends Timed {
  readonly type: 'send'
  readonly outcome: Outcome
  /** The message's own name. */
  readonly message: string
  /** Row that precedes it. */
  readonly parent: string | null
  readonly text: string
  /** The model's whole answer to it. */
  readonly reply: string
  readonly answer?: string
  /** Reported by its stream: a stop came before the first word. */
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
  /** Messages that it removed, by their own names. */
  readonly removed: readonly string[]
}

export type Field = 'title' | 'is_archived'

/** A write of a thread's field; the creation of a thread writes each for the first time. */
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

/** A client's view of the thread. */
export interface Look extends Timed {
  readonly type: 'look'
  /** `undefined`: the thread is missing. */
  readonly fields: Readonly<Record<Field, string>> | undefined
  /** Oldest first. */
  readonly rows: readonly SeenRow[]
}

export type Operation = Send | Again | Stop | Write | Delete | Look
