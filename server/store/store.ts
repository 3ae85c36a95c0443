import type { ApiKeyQueries } from './contracts/api-key-queries.ts'
import type { BudgetQueries } from './contracts/budget-queries.ts'
import type { FileQueries } from './contracts/file-queries.ts'
import type { MessageQueries } from './contracts/message-queries.ts'
import type { ProjectQueries } from './contracts/project-queries.ts'
import type { PurgeQueries } from './contracts/purge-queries.ts'
import type { ReportQueries } from './contracts/report-queries.ts'
import type { RunQueries } from './contracts/run-queries.ts'
import type { ScoreQueries } from './contracts/score-queries.ts'
import type { SessionQueries } from './contracts/session-queries.ts'
import type { ThreadQueries } from './contracts/thread-queries.ts'
import type { UserQueries } from './contracts/user-queries.ts'

export type { Scope } from './contracts/scope.ts'
export type {
  ThreadRow,
  NewThread,
  ThreadPage,
  ThreadChange,
  ThreadSearch,
  ThreadMatch,
  ProjectThreadPage,
  ThreadQueries,
} from './contracts/thread-queries.ts'
export type {
  MessageOrigin,
  MessageRow,
  MessageTextRow,
  NewMessage,
  MessagePage,
  MessageQueries,
} from './contracts/message-queries.ts'
export { RUNS_PER_READ } from './contracts/run-queries.ts'
export type {
  RunStart,
  RunRow,
  RunChunks,
  RunState,
  AnswerRow,
  RunQueries,
} from './contracts/run-queries.ts'
export type { SessionRow, SessionQueries } from './contracts/session-queries.ts'
export type { ProjectRow, ProjectQueries } from './contracts/project-queries.ts'
export type { ApiKeyScope, ApiKeyRow, ApiKeyQueries } from './contracts/api-key-queries.ts'
export type { ScoreRow, NewScore, ScoreQueries } from './contracts/score-queries.ts'
export type {
  RunReportRow,
  NewRunReport,
  ScopedReport,
  EventRow,
  Usage,
  ReportQueries,
} from './contracts/report-queries.ts'
export type { FileState, FileRow, NewFile, FileQueries } from './contracts/file-queries.ts'
export type { UserData, UserQueries } from './contracts/user-queries.ts'
export type { Job, PurgeQueries } from './contracts/purge-queries.ts'

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
  readonly budgets: BudgetQueries
  readonly maintenance: PurgeQueries
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** The database's time, by which all its processes go. Milliseconds since 1970. */
  now(): number
  /** Whether the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
