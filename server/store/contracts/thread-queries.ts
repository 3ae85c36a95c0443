import type { JsonObject } from '../../../shared/json.ts'
import type { Scope } from './scope.ts'

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
  /** Whether an answer is being written in it. */
  readonly isRunning: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NewThread {
  readonly title?: string | null
  readonly externalId?: string | null
  readonly metadata?: JsonObject | null
  readonly lastMessageAt: string
}

export interface ThreadPage {
  /** Both kinds when undefined. */
  readonly isArchived?: boolean
  readonly limit: number
  /** The last thread id of the page before. Unknown here: the page is empty. */
  readonly after?: string
  /**
   * The `lastMessageAt` that this last thread had in the page before. With it the page begins at that
   * place of the list, whatever has become of the thread: none comes twice that did not change.
   */
  readonly afterTime?: string
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

export interface ThreadSearch {
  /** What somebody typed: words, all of which must be there, each at least by its beginning. */
  readonly text: string
  readonly limit: number
  /** Aborted when whoever asked has left: the search ends with what it has. */
  readonly signal?: AbortSignal
}

/** A thread, and where it has what was looked for. */
export interface ThreadMatch {
  readonly thread: ThreadRow
  /** `null`: in its title. */
  readonly messageId: string | null
  /** The title, or some words of the message around the first hit. */
  readonly text: string
  /** What was looked for in `text`, in order: UTF-16 units, the second one behind the last. */
  readonly ranges: readonly (readonly [start: number, end: number])[]
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
  /** By `external_id` alone: a name may look like another thread's row id. */
  findNamed(scope: Scope, externalId: string): Promise<ThreadRow | undefined>
  /** Newest `lastMessageAt` first, then id, descending. */
  list(scope: Scope, page: ThreadPage): Promise<readonly ThreadRow[]>
  /**
   * Threads of both kinds that have all words in their title or in one message: first those with the
   * title, then those where it was said last.
   */
  search(scope: Scope, search: ThreadSearch): Promise<readonly ThreadMatch[]>
}
