import type { JsonObject } from '../../shared/json.ts'
import { createRowId } from '../../shared/ids.ts'
import type { Database, Queryable } from './database.ts'
import { isRepeated } from './event-batches.ts'
import { fromColumn, toColumn } from './json-column.ts'
import { toScope, type Scope } from './scope.ts'
import type { EventsTable } from './client-tables.ts'
import type { RunReportsTable } from './tables.ts'
import { createUsageQueries } from './usage.ts'

/** A run, as reported by a client. */
export interface NewRunReport {
  readonly threadId: string
  readonly messageId: string | null
  readonly traceId: string | null
  readonly status: string
  readonly modelId: string | null
  readonly durationMs: number | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Other fields of the report. */
  readonly attributes: JsonObject
}

export interface RunReportRow extends NewRunReport {
  readonly id: string
  readonly scope: Scope
  readonly createdAt: string
}

/** A report with its workspace. */
export interface ScopedReport {
  readonly scope: Scope
  readonly report: NewRunReport
}

export interface RunReportPage {
  readonly limit: number
  /** The last report id of the page before. Unknown here: the page is empty. */
  readonly after?: string
  readonly threadId?: string
}

export interface EventRow {
  readonly kind: string
  readonly threadId: string | null
  readonly messageId: string | null
  readonly runId: string | null
  readonly value: number | null
  readonly props: JsonObject | null
}

/** Clients' reports of runs and events, and their sums. */
export function createReportQueries(database: Database) {
  const { read, write, now } = database
  return {
    ...createUsageQueries(database),
    /** The same `traceId` of the workspace returns the existing report. */
    addRun: (scope: Scope, report: NewRunReport): Promise<RunReportRow> =>
      write((trx) => addRun(trx, scope, toRunColumns(scope, report, now()))),
    /** As {@link addRun} for each of them, all or none; for a few hundred at most. */
    async addRuns(runs: readonly ScopedReport[]): Promise<void> {
      if (runs.length === 0) return
      const rows = runs.map(({ scope, report }) => toRunColumns(scope, report, now()))
      await write((trx) => insertRuns(trx, rows).execute())
    },
    async findRun(scope: Scope, id: string): Promise<RunReportRow | undefined> {
      const row = await read((db) =>
        inProject(db, scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      return row && toRunReportRow(row)
    },
    async findRunInProject(projectId: string, id: string): Promise<RunReportRow | undefined> {
      const row = await read((db) =>
        inProject(db, projectId).where('id', '=', id).executeTakeFirst(),
      )
      return row && toRunReportRow(row)
    },
    /** Newest first. */
    listRuns: (projectId: string, page: RunReportPage): Promise<readonly RunReportRow[]> =>
      read((db) => listRuns(db, projectId, page)),
    /** Adds the events, unless the user sent the same ones a moment ago: see {@link EVENTS_REPEAT_MS}. */
    async addEvents(scope: Scope, events: readonly EventRow[]): Promise<void> {
      if (events.length === 0) return
      await write(async (trx) => {
        const at = now()
        if (await isRepeated(trx, scope, events, at)) return
        const rows = events.map((event) => toEventColumns(scope, event, at))
        await trx.insertInto('events').values(rows).execute()
      })
    },
  }
}

const inProject = (db: Queryable, projectId: string) =>
  db.selectFrom('run_reports').selectAll().where('project_id', '=', projectId)

async function addRun(
  db: Queryable,
  { projectId, workspaceId }: Scope,
  columns: RunReportsTable,
): Promise<RunReportRow> {
  const made = await insertRuns(db, [columns]).returningAll().executeTakeFirst()
  if (made) return toRunReportRow(made)
  const known = await inProject(db, projectId)
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', columns.trace_id)
    .executeTakeFirstOrThrow()
  return toRunReportRow(known)
}

/** Reports of known traces are left out. */
const insertRuns = (db: Queryable, rows: readonly RunReportsTable[]) =>
  db
    .insertInto('run_reports')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'workspace_id', 'trace_id']).doNothing(),
    )

async function listRuns(
  db: Queryable,
  projectId: string,
  { limit, after, threadId }: RunReportPage,
): Promise<readonly RunReportRow[]> {
  let query = inProject(db, projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId)
  if (after !== undefined) {
    const last = await inProject(db, projectId).where('id', '=', after).executeTakeFirst()
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
    )
  }
  return (await query.execute()).map(toRunReportRow)
}

const toRunColumns = (scope: Scope, report: NewRunReport, now: string): RunReportsTable => ({
  id: createRowId('run'),
  project_id: scope.projectId,
  workspace_id: scope.workspaceId,
  user_id: scope.userId,
  thread_id: report.threadId,
  message_id: report.messageId,
  trace_id: report.traceId,
  status: report.status,
  model_id: report.modelId,
  duration_ms: report.durationMs,
  input_tokens: report.inputTokens,
  output_tokens: report.outputTokens,
  attributes: toColumn(report.attributes),
  created_at: now,
})

export const toRunReportRow = (row: RunReportsTable): RunReportRow => ({
  id: row.id,
  scope: toScope(row),
  threadId: row.thread_id,
  messageId: row.message_id,
  traceId: row.trace_id,
  status: row.status,
  modelId: row.model_id,
  durationMs: row.duration_ms,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  attributes: fromColumn(row.attributes),
  createdAt: row.created_at,
})

const toEventColumns = (scope: Scope, event: EventRow, now: string): EventsTable => ({
  id: createRowId('event'),
  project_id: scope.projectId,
  workspace_id: scope.workspaceId,
  user_id: scope.userId,
  kind: event.kind,
  thread_id: event.threadId,
  message_id: event.messageId,
  run_id: event.runId,
  value: event.value,
  props: event.props && toColumn(event.props),
  created_at: now,
})
