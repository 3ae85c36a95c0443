import type { FileRow } from './file-queries.ts'
import type { MessageRow } from './message-queries.ts'
import type { RunReportRow } from './report-queries.ts'
import type { ScoreRow } from './score-queries.ts'
import type { ThreadRow } from './thread-queries.ts'

export interface UserData {
  readonly threads: readonly ThreadRow[]
  readonly messages: readonly MessageRow[]
  readonly scores: readonly ScoreRow[]
  readonly reports: readonly RunReportRow[]
  readonly files: readonly FileRow[]
}

export interface UserQueries {
  /** Everything of a user in a project: their own workspace's threads, and what they made elsewhere. What was made first comes first. */
  export(projectId: string, userId: string): Promise<UserData>
  /**
   * Removes all of that, their sessions and events; the file rows' keys come back so that the
   * objects can be removed too.
   */
  erase(
    projectId: string,
    userId: string,
  ): Promise<{
    readonly threads: number
    readonly runs: number
    readonly fileKeys: readonly string[]
  }>
}
