import type { JsonObject } from '../../../shared/json.ts'
import type { MessageRow } from './message-queries.ts'
import type { Scope } from './scope.ts'
import type { ThreadRow } from './thread-queries.ts'

export interface RunStart {
  /** A thread's row id or `external_id`; unknown: a thread with that `external_id` is made. */
  readonly thread: string
  /** The process that runs it, a name that no other ever has; see {@link RunQueries.renewLeases}. */
  readonly owner: string
  readonly leaseUntil: string
  /** The name that the call gives itself, for a stop that means just it. */
  readonly requestId?: string | undefined
  /** The same for the same message with the same content: whoever sends it again joins the run. */
  readonly turnKey?: string
  /**
   * An answer begins only while the workspace's messages, the new one included, take no more than
   * this; one that goes on always may.
   */
  readonly maxBytes?: number | undefined
  /** What the run answers: a new user message, or the parent of an answer that is made again. */
  readonly turn:
    | {
        readonly type: 'submit'
        readonly parent: string | null
        readonly externalId: string
        readonly format: string
        readonly content: JsonObject
      }
    /** `message`: the answer to make again, or the user message that it answers. */
    | { readonly type: 'regenerate'; readonly message: string }
    /** `message`: an answer that waits; `content`: what its row held when that was seen. */
    | { readonly type: 'continue'; readonly message: string; readonly content: JsonObject }
}

export interface RunRow {
  readonly id: string
  readonly scope: Scope
  readonly threadId: string
  /** The row id that the answer gets when it is saved. */
  readonly messageId: string
  /** The user message it answers; the answer's parent. */
  readonly parentId: string
  /** Whether this run saved the user message: then a stop before any content takes it back. */
  readonly ownsUserMessage: boolean
  /** Whether the answer is there already and goes on: it then takes the place of the row. */
  readonly continuesMessage: boolean
  readonly startedAt: string
  readonly requestId: string | null
  readonly turnKey: string | null
}

export interface RunState {
  /** `false`: it has ended, and its chunks are gone. */
  readonly isOpen: boolean
  readonly leaseUntil: string
}

/** Whose checkpoints are read together: that may be a pass over all, and memory holds what comes. */
export const RUNS_PER_READ = 20

export interface RunChunks {
  readonly runId: string
  /** Position of the first chunk in `data` counted from 0. */
  readonly seq: number
  /** JSON texts of chunks, one a line. */
  readonly data: string
}

export interface AnswerRow {
  readonly format: string
  readonly content: JsonObject
}

export interface RunQueries {
  /**
   * One transaction: makes the thread when unknown, saves the user message (known by `external_id`
   * or row id, with the same content: kept as it is; other content: `idempotency_mismatch`), opens
   * the run. To go on with an answer, its row must be this server's own, the last of its talk, and
   * unchanged.
   * Errors: `run_active` (data: `{ runId, messageId }`) while another run of the thread is open,
   * `invalid_request` for an unknown parent, `not_found` for an unknown message to make again or to go
   * on with, `conflict` for an answer that waits no more, `quota_exceeded` beyond `maxBytes`.
   */
  start(
    scope: Scope,
    start: RunStart,
  ): Promise<{ run: RunRow; thread: ThreadRow; userMessage: MessageRow }>
  /** Appends checkpoints of several runs in one transaction. */
  appendChunks(chunks: readonly RunChunks[]): Promise<void>
  /** Those of open runs among these, by run and position. */
  readChunks(runIds: readonly string[]): Promise<readonly RunChunks[]>
  /**
   * One transaction: writes the answer (row id `run.messageId`, parent `run.parentId`), or puts it in
   * the place of the row that the run goes on with, drops the checkpoints, closes the run. Where
   * another process took the run for dead, the answer takes the place of the interrupted one unless
   * something followed that. For who drives the run: nobody else has the last word.
   * @returns whether the answer is in the store now: not when its thread is gone, or the talk went on.
   */
  finish(run: RunRow, answer: AnswerRow): Promise<boolean>
  /**
   * The same for a run that nobody drives any more, with what there is of its answer. A run that is
   * closed already, or whose thread is gone, changes nothing. Returns whether it was open.
   */
  interrupt(run: RunRow, answer: AnswerRow): Promise<boolean>
  /**
   * Closes a run without an answer; removes the user message if the run saved it and it has no
   * other child. Returns the removed rows' ids.
   */
  takeBack(run: RunRow): Promise<readonly { id: string; externalId: string | null }[]>
  /** These runs live until `leaseUntil`. Returns those that are still open: nobody ended the others here. */
  renewLeases(runIds: readonly string[], leaseUntil: string): Promise<readonly string[]>
  /** `undefined` when the run is gone with its thread. */
  findState(runId: string): Promise<RunState | undefined>
  /** The JSON texts of the chunks after the first `after` ones, as far as they are saved. */
  readLines(runId: string, after: number): Promise<readonly string[]>
  /** Asks whoever drives an open run to stop it. */
  requestStop(runId: string): Promise<void>
  /** Those of these runs that somebody asked to stop. */
  listStopped(runIds: readonly string[]): Promise<readonly string[]>
  /** Keeps a stop that came before its call, for a process that may get the call. */
  keepStop(key: string, until: string): Promise<void>
  /** Whether a stop with this key is kept; it is used up. */
  takeStop(key: string): Promise<boolean>
  /**
   * Open runs that nobody drives any more: those of other processes whose lease ended before `now`
   * (with the embedded database: all of others, since only one process can have it), and those of
   * this `owner` that are not among `driven` and whose lease has ended.
   */
  listAbandoned(owner: string, driven: readonly string[], now: string): Promise<readonly RunRow[]>
  /** The open run of a thread. */
  findActive(scope: Scope, threadId: string): Promise<RunRow | undefined>
}
