import type { JsonObject } from '../../../shared/json.ts'
import type { Scope } from './scope.ts'

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

/** A report and in whose workspace it stands. */
export interface ScopedReport {
  readonly scope: Scope
  readonly report: NewRunReport
}

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
  /** As {@link addRun} for each of them, all or none; for few hundred at most. */
  addRuns(runs: readonly ScopedReport[]): Promise<void>
  findRun(scope: Scope, id: string): Promise<RunReportRow | undefined>
  findRunInProject(projectId: string, id: string): Promise<RunReportRow | undefined>
  /** Newest first. */
  listRuns(
    projectId: string,
    page: { readonly limit: number; readonly after?: string; readonly threadId?: string },
  ): Promise<readonly RunReportRow[]>
  addEvents(scope: Scope, events: readonly EventRow[]): Promise<void>
  /** Per day with any report, `from` and `to` included (`2026-11-21`, UTC), oldest first. */
  dailyUsage(
    projectId: string,
    from: string,
    to: string,
  ): Promise<readonly (Usage & { day: string })[]>
  /** Over all days at once: each user and thread counts once. */
  periodUsage(projectId: string, from: string, to: string): Promise<Usage>
}
