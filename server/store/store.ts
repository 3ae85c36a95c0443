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

/** What is absent stays; `metadata: null` clears it. */
export interface ThreadChange {
  readonly title?: string
  readonly isArchived?: boolean
  readonly metadata?: JsonObject | null
  readonly lastMessageAt?: string
}

export interface ProjectThreadPage extends ThreadPage {
  readonly workspaceId?: string
}

export interface ThreadQueries {
  /** A known `externalId` of the workspace gives the existing thread. */
  create(scope: Scope, thread: NewThread): Promise<ThreadRow>
  /** Whether there was such a thread (row id or `external_id`). */
  update(scope: Scope, idOrExternalId: string, change: ThreadChange): Promise<boolean>
  /**
   * Removes the thread with its messages and open runs, for good; reports and scores stay. Whether
   * there was one.
   */
  remove(scope: Scope, idOrExternalId: string): Promise<boolean>
  /** Titles a thread that has no title yet; gives the title it has afterwards. */
  titleOnce(scope: Scope, threadId: string, title: string): Promise<string | undefined>
  /** How many threads the workspace has; counts no further than `max`. */
  count(scope: Scope, max: number): Promise<number>
  /**
   * Moves all threads of one workspace, with their messages, runs, files, scores and reports, to
   * another of the same project. A thread whose `external_id` is taken there loses that name.
   * Returns how many moved.
   */
  move(from: Scope, to: Scope): Promise<number>
  /** Of all workspaces, for the project's own server; order as in {@link list}. */
  listProject(projectId: string, page: ProjectThreadPage): Promise<readonly ThreadRow[]>
  /** Of any workspace, by row id. */
  findInProject(projectId: string, id: string): Promise<ThreadRow | undefined>
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
  /**
   * Replaces a row's content. `not_found` for an unknown row, `conflict` when the role would change.
   * The thread's `lastMessageAt` stays.
   */
  update(
    scope: Scope,
    threadId: string,
    idOrExternalId: string,
    content: JsonObject,
  ): Promise<MessageRow>
  /**
   * Removes rows by id or `external_id`; their children are joined to the nearest ancestor that
   * stays, and heights follow. Returns how many were removed.
   */
  remove(scope: Scope, threadId: string, ids: readonly string[]): Promise<number>
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
  /** Removes every session of a user. */
  revokeUser(projectId: string, userId: string): Promise<void>
}

export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** `null` unless the operator switched it off. */
  readonly suspendedAt: string | null
}

export interface ProjectQueries {
  /** @throws AlcoveError `conflict` when the id is taken. */
  create(project: { readonly id: string; readonly name: string }): Promise<ProjectRow>
  find(id: string): Promise<ProjectRow | undefined>
  list(): Promise<readonly ProjectRow[]>
  /** Whether there was such a project. */
  setSuspended(id: string, isSuspended: boolean): Promise<boolean>
}

/** `server`: a secret of the project's own backend. `browser`: may stand in a page. */
export type ApiKeyScope = 'server' | 'browser'

export interface ApiKeyRow {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly scope: ApiKeyScope
  /** SHA-256 of the whole key, hex. */
  readonly keyHash: string
  /** Its last characters, to tell keys apart. */
  readonly hint: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

export interface ApiKeyQueries {
  create(key: ApiKeyRow): Promise<void>
  /** Revoked ones too. */
  findByHash(keyHash: string): Promise<ApiKeyRow | undefined>
  list(projectId: string): Promise<readonly ApiKeyRow[]>
  /** Whether the project has such a key. */
  revoke(projectId: string, id: string): Promise<boolean>
}

/** What somebody thinks of a message, a thread or a run. */
export interface ScoreRow {
  readonly id: string
  readonly scope: Scope
  readonly name: string
  readonly dataType: 'numeric' | 'categorical' | 'boolean'
  readonly value: number | null
  readonly stringValue: string | null
  readonly comment: string | null
  readonly threadId: string | null
  readonly messageId: string | null
  readonly runId: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Exactly one target; a message's thread is named as well, so that nobody looks for it. */
export interface NewScore extends Pick<
  ScoreRow,
  'name' | 'dataType' | 'value' | 'stringValue' | 'comment' | 'threadId' | 'messageId' | 'runId'
> {}

export interface ScoreQueries {
  /** One per name, target and author: a second one replaces value and comment of the first. */
  put(scope: Scope, score: NewScore): Promise<ScoreRow>
  find(
    scope: Scope,
    name: string,
    target: Pick<ScoreRow, 'threadId' | 'messageId' | 'runId'>,
  ): Promise<ScoreRow | undefined>
  /** This author's scores of that name for messages of a thread. */
  listOfThread(scope: Scope, threadId: string, name: string): Promise<readonly ScoreRow[]>
  /** Newest first, for the project's own server. */
  listProject(
    projectId: string,
    page: { readonly limit: number; readonly after?: string; readonly name?: string },
  ): Promise<readonly ScoreRow[]>
}

/** A run as a client watched it. */
export interface RunReportRow {
  readonly id: string
  readonly scope: Scope
  readonly threadId: string
  readonly messageId: string | null
  readonly traceId: string | null
  readonly status: string
  readonly modelId: string | null
  readonly durationMs: number | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Everything else of the report. */
  readonly attributes: JsonObject
  readonly createdAt: string
}

export type NewRunReport = Omit<RunReportRow, 'id' | 'scope' | 'createdAt'>

export interface EventRow {
  readonly kind: string
  readonly threadId: string | null
  readonly messageId: string | null
  readonly runId: string | null
  readonly value: number | null
  readonly props: JsonObject | null
}

export interface Usage {
  readonly runs: number
  readonly threads: number
  readonly users: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface ReportQueries {
  /** The same `traceId` of the workspace gives the existing report. */
  addRun(scope: Scope, report: NewRunReport): Promise<RunReportRow>
  findRun(scope: Scope, id: string): Promise<RunReportRow | undefined>
  findRunInProject(projectId: string, id: string): Promise<RunReportRow | undefined>
  /** Newest first. */
  listRuns(
    projectId: string,
    page: { readonly limit: number; readonly after?: string; readonly threadId?: string },
  ): Promise<readonly RunReportRow[]>
  addEvents(scope: Scope, events: readonly EventRow[]): Promise<void>
  /** Per day with any report, `from` and `to` included (`2026-11-21`, UTC), oldest first. */
  dailyUsage(projectId: string, from: string, to: string): Promise<readonly (Usage & { day: string })[]>
  /** Over all days at once: each user and thread counts once. */
  periodUsage(projectId: string, from: string, to: string): Promise<Usage>
}

/** `pending`: an address was given out. `ready`: its bytes are there and were looked at. */
export type FileState = 'pending' | 'ready'

export interface FileRow {
  /** Random; names the object in the file store and the stored URL. */
  readonly key: string
  readonly scope: Scope
  /** As the user named it: for people only, never a path. */
  readonly filename: string
  /** What the caller said it is, and how long; `null` when not said. */
  readonly declaredType: string | null
  readonly declaredBytes: number | null
  /** What it is, after its bytes were looked at. */
  readonly mediaType: string | null
  readonly bytes: number | null
  readonly state: FileState
  /** Where it was sent; `null`: nowhere yet. */
  readonly threadId: string | null
  readonly createdAt: string
}

export interface FileQueries {
  create(file: Omit<FileRow, 'createdAt' | 'threadId'>): Promise<void>
  find(scope: Scope, key: string): Promise<FileRow | undefined>
  /** For addresses that carry their own proof. */
  findByKey(key: string): Promise<FileRow | undefined>
  /** Once: false when the file is ready already, or gone. */
  markReady(key: string, facts: { readonly mediaType: string; readonly bytes: number }): Promise<boolean>
  /** Files that a message of the thread names belong to it from now on. */
  attach(scope: Scope, threadId: string, keys: readonly string[]): Promise<void>
  /** Bytes of the user's files: ready ones, and declared ones that are still pending. */
  usedBytes(scope: Scope): Promise<number>
  /**
   * Rows whose objects can go: never sent and older than `before`, or of a thread that is gone.
   * At most `limit`.
   */
  listOrphans(before: string, limit: number): Promise<readonly FileRow[]>
  remove(keys: readonly string[]): Promise<void>
}

export interface UserData {
  readonly threads: readonly ThreadRow[]
  readonly messages: readonly MessageRow[]
  readonly scores: readonly ScoreRow[]
  readonly reports: readonly RunReportRow[]
  readonly files: readonly FileRow[]
}

export interface UserQueries {
  /** Everything of a user in a project: their own workspace's threads, and what they made elsewhere. */
  export(projectId: string, userId: string): Promise<UserData>
  /**
   * Removes all of that, their sessions and events; the file rows' keys come back so that the
   * objects can be removed too.
   */
  erase(
    projectId: string,
    userId: string,
  ): Promise<{ readonly threads: number; readonly runs: number; readonly fileKeys: readonly string[] }>
}

export interface PurgeQueries {
  /**
   * Removes at most `limit` rows of each kind that nobody needs any more: refresh tokens that ended
   * before `now`, runs that ended before `endedBefore` (their answers stay), anonymous visitors whose
   * sessions all ended and whose threads rest since `idleBefore`. Returns how many rows went.
   */
  purge(times: {
    readonly now: string
    readonly endedBefore: string
    readonly idleBefore: string
    readonly limit: number
  }): Promise<number>
}

export interface Store {
  readonly threads: ThreadQueries
  readonly messages: MessageQueries
  readonly runs: RunQueries
  readonly sessions: SessionQueries
  readonly projects: ProjectQueries
  readonly apiKeys: ApiKeyQueries
  readonly scores: ScoreQueries
  readonly reports: ReportQueries
  readonly files: FileQueries
  readonly users: UserQueries
  readonly maintenance: PurgeQueries
  /** Whether the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
