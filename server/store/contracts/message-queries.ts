import type { JsonObject } from '../../../shared/json.ts'
import type { Scope } from './scope.ts'

/**
 * Who wrote a message as it stands: a run of this server, or whoever called the API. What people say
 * is always theirs; an answer of a client's is a copy that decides nothing.
 */
export type MessageOrigin = 'server' | 'client'

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
  readonly origin: MessageOrigin
  readonly createdAt: string
  readonly updatedAt: string
}

/** A row whose content nobody has read yet: half a megabyte of JSON takes long to read, and to write again. */
export interface MessageTextRow extends Omit<MessageRow, 'content'> {
  /** The content as JSON text. */
  readonly json: string
}

export interface NewMessage {
  /** A row id or an `external_id` of this thread; `null` for a root. Unknown: error `invalid_request`. */
  readonly parent: string | null
  readonly externalId: string | null
  readonly format: string
  readonly content: JsonObject
}

export interface MessagePage {
  readonly limit: number
  /** The last message id of the page before. Unknown here: the page is empty. */
  readonly after?: string
}

export interface MessageQueries {
  /**
   * Adds a row, advances the thread's `lastMessageAt`. A known `externalId` in the thread updates
   * that row's format and content instead (same role only, else `conflict`; its parent stays), and
   * changes nothing when both are the same. What it adds or changes is a client's from then on.
   * Unknown thread: `not_found`; `run_active` when an open run goes on with the row. With `maxBytes`,
   * nothing is stored that would make the workspace's messages take more: `quota_exceeded`, unless
   * the row gets no longer by it.
   */
  append(
    scope: Scope,
    threadId: string,
    message: NewMessage,
    maxBytes?: number,
  ): Promise<MessageRow>
  /** By row id or `external_id` within the thread. */
  find(scope: Scope, threadId: string, idOrExternalId: string): Promise<MessageRow | undefined>
  /** By row id, in any thread of the scope's workspace. */
  findInWorkspace(scope: Scope, id: string): Promise<MessageRow | undefined>
  /**
   * Highest first (`height`, `createdAt`, `id` descending); empty for a foreign thread. A page ends
   * before its limit when more content than 2 MiB would be in it, after one row at least; only an
   * empty page says for sure that nothing follows. For callers that stop at a short page there is
   * {@link listIds}.
   */
  list(scope: Scope, threadId: string, page: MessagePage): Promise<readonly MessageTextRow[]>
  /**
   * The ids of a whole page in the order of {@link list}, in groups to read one after the other:
   * each has 2 MiB of content at most, or one row.
   */
  listIds(
    scope: Scope,
    threadId: string,
    page: MessagePage,
  ): Promise<readonly (readonly string[])[]>
  /** The rows of one such group, in its order; those that went meanwhile are left out. */
  listGroup(
    scope: Scope,
    threadId: string,
    ids: readonly string[],
  ): Promise<readonly MessageTextRow[]>
  /** The child that was made last: of a user message, its newest answer. */
  newestChild(scope: Scope, threadId: string, messageId: string): Promise<MessageRow | undefined>
  /**
   * Replaces a row's content, which is a client's from then on unless it is the same. `not_found` for
   * an unknown row, `conflict` when the role would change, `run_active` when an open run goes on with
   * it. The thread's `lastMessageAt` stays. `maxBytes` as for {@link append}.
   */
  update(
    scope: Scope,
    threadId: string,
    idOrExternalId: string,
    content: JsonObject,
    maxBytes?: number,
  ): Promise<MessageRow>
  /**
   * Removes rows by id or `external_id`; their children are joined to the nearest ancestor that
   * stays, and heights follow. Returns how many were removed; 0 for an unknown thread. `run_active`
   * when an open run answers one of them, or goes on with it.
   */
  remove(scope: Scope, threadId: string, ids: readonly string[]): Promise<number>
  /**
   * From the root to the message (row id or `external_id`), in order; empty when unknown. With
   * `maxBytes` (of content as JSON text), the newest messages that fit, at least one.
   */
  path(
    scope: Scope,
    threadId: string,
    messageId: string,
    maxBytes?: number,
  ): Promise<readonly MessageRow[]>
  /** What the messages of the scope's workspace take: their content, and 512 bytes for each row. */
  usedBytes(scope: Pick<Scope, 'projectId' | 'workspaceId'>): Promise<number>
  /** The same of all workspaces of a project, added up. */
  projectBytes(projectId: string): Promise<number>
}
