import type { JsonObject } from '../../shared/json.ts'

/** Whose rows a query may touch. Every query of threads, messages and runs takes one. */
export interface Scope {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
}

/** Times are ISO 8601 strings with milliseconds, UTC, in every row. */
export interface ThreadRow {
  readonly id: string
  readonly projectId: string
  readonly workspaceId: string
  /** `null` until titled. */
  readonly title: string | null
  readonly isArchived: boolean
  readonly externalId: string | null
  readonly metadata: JsonObject | null
  readonly lastMessageAt: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface MessageRow {
  readonly id: string
  readonly threadId: string
  readonly parentId: string | null
  readonly externalId: string | null
  /** For example `aui/v0`; opaque to the store. */
  readonly format: string
  readonly content: JsonObject
  /** Distance from the root: 0 for a message without a parent. */
  readonly height: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NewThread {
  readonly title?: string | null
  readonly externalId?: string | null
  readonly metadata?: JsonObject | null
  readonly lastMessageAt: string
}

export interface NewMessage {
  /** A row id or an `external_id` of this thread; `null` for a root. Unknown: error `invalid_request`. */
  readonly parent: string | null
  readonly externalId: string | null
  readonly format: string
  readonly content: JsonObject
}

export interface ThreadPage {
  /** Both kinds when undefined. */
  readonly isArchived?: boolean
  readonly limit: number
  /** The last thread id of the page before. Unknown here: the page is empty. */
  readonly after?: string
}

export interface ThreadQueries {
  /** A known `externalId` of the workspace gives the existing thread. */
  create(scope: Scope, thread: NewThread): Promise<ThreadRow>
  /** By row id or by `external_id` in the scope's workspace. */
  find(scope: Scope, idOrExternalId: string): Promise<ThreadRow | undefined>
  /** Newest `lastMessageAt` first, then id, descending. */
  list(scope: Scope, page: ThreadPage): Promise<readonly ThreadRow[]>
}

export interface MessagePage {
  readonly limit: number
  /** The last message id of the page before. Unknown here: the page is empty. */
  readonly after?: string
  readonly format?: string
}

export interface MessageQueries {
  /**
   * Adds a row, advances the thread's `lastMessageAt`. A known `externalId` in the thread updates
   * that row's format and content instead (same role only, else `conflict`; its parent stays), and
   * changes nothing when both are the same. Unknown thread: `not_found`.
   */
  append(scope: Scope, threadId: string, message: NewMessage): Promise<MessageRow>
  /** By row id or `external_id` within the thread. */
  find(scope: Scope, threadId: string, idOrExternalId: string): Promise<MessageRow | undefined>
  /**
   * Highest first (`height`, `createdAt`, `id` descending); empty for a foreign thread. A page ends
   * before its limit when more content than 4 MiB would be in it, after one row at least; only an
   * empty page says for sure that nothing follows. Clients that stop at a short page miss the older
   * messages of such a thread: the price of an answer that fits into memory.
   */
  list(scope: Scope, threadId: string, page: MessagePage): Promise<readonly MessageRow[]>
  /** The child that was made last: of a user message, its newest answer. */
  newestChild(scope: Scope, threadId: string, messageId: string): Promise<MessageRow | undefined>
  /** From the root to the message (row id or `external_id`), in order; empty when unknown. */
  path(scope: Scope, threadId: string, messageId: string): Promise<readonly MessageRow[]>
}

export interface RunStart {
  /** A thread's row id or `external_id`; unknown: a thread with that `external_id` is made. */
  readonly thread: string
  /** The process that runs it, a name that no other ever has; see {@link RunQueries.renewLeases}. */
  readonly owner: string
  readonly leaseUntil: string
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
  readonly startedAt: string
}

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
   * the run.
   * Errors: `run_active` (data: `{ runId, messageId }`) while another run of the thread is open,
   * `invalid_request` for an unknown parent, `not_found` for an unknown message to make again.
   */
  start(
    scope: Scope,
    start: RunStart,
  ): Promise<{ run: RunRow; thread: ThreadRow; userMessage: MessageRow }>
  /** Appends checkpoints of several runs in one transaction. */
  appendChunks(chunks: readonly RunChunks[]): Promise<void>
  readChunks(runId: string): Promise<readonly RunChunks[]>
  /**
   * One transaction: writes the answer (row id `run.messageId`, parent `run.parentId`), drops the
   * checkpoints, closes the run. A run that is closed already, or whose thread is gone, changes nothing.
   */
  finish(run: RunRow, answer: AnswerRow): Promise<void>
  /**
   * Closes a run without an answer; removes the user message if the run saved it and it has no
   * other child. Returns the removed rows' ids.
   */
  takeBack(run: RunRow): Promise<readonly { id: string; externalId: string | null }[]>
  /** These runs live until `leaseUntil`; those that have ended are left out. */
  renewLeases(runIds: readonly string[], leaseUntil: string): Promise<void>
  /**
   * Open runs that nobody drives any more: those of other processes whose lease ended before `now`
   * (with the embedded database: all of others, since only one process can have it), and those of
   * this `owner` that are not among `driven` and whose lease has ended.
   */
  listAbandoned(owner: string, driven: readonly string[], now: string): Promise<readonly RunRow[]>
  /** The open run of a thread. */
  findActive(scope: Scope, threadId: string): Promise<RunRow | undefined>
}

export interface SessionRow {
  /** SHA-256 of the refresh token, hex. */
  readonly tokenHash: string
  /** All tokens that descend from one sign-in. */
  readonly sessionId: string
  readonly projectId: string
  readonly userId: string
  /** Hash of the token that this one replaced. */
  readonly parentHash: string | null
  /** Hash of the token that replaced this one, once it was used. */
  readonly childHash: string | null
  readonly createdAt: string
  /** When it was first exchanged for a child. */
  readonly usedAt: string | null
  readonly expiresAt: string
  /** When the session's first token was made: the absolute limit counts from here. */
  readonly startedAt: string
}

export interface SessionQueries {
  create(session: SessionRow): Promise<void>
  find(tokenHash: string): Promise<SessionRow | undefined>
  /** Marks the parent used and adds its child, once: false when the parent has a child already. */
  rotate(parentHash: string, child: SessionRow): Promise<boolean>
  /** Removes every token of a session. */
  revoke(sessionId: string): Promise<void>
}

export interface Store {
  readonly threads: ThreadQueries
  readonly messages: MessageQueries
  readonly runs: RunQueries
  readonly sessions: SessionQueries
  /** Whether the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
