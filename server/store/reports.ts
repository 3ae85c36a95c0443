import type { Selectable } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import type { Database, Queryable } from './database.ts'
import { fromColumn, toColumn } from './json-column.ts'
import { toScope } from './row-scope.ts'
import type { EventRow, NewRunReport, ReportQueries, RunReportRow, Scope } from './store.ts'
import type { EventsTable, RunReportsTable } from './tables.ts'
import { dailyUsage, periodUsage } from './usage.ts'

export function createReportQueries(database: Database): ReportQueries {
  const { read, write, now } = database
  return {
    addRun: (scope, report) => write((trx) => addRun(trx, scope, report, now())),
    async addRuns(runs) {
      if (runs.length === 0) return
      const rows = runs.map(({ scope, report }) => toRunColumns(scope, report, now()))
      await write(async (trx) => {
        await insertRuns(trx, rows).execute()
      })
    },
    findRun: (scope, id) =>
      read(async (db) => {
        const row = await db
          .selectFrom('run_reports')
          .selectAll()
          .where('project_id', '=', scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .where('id', '=', id)
          .executeTakeFirst()
        return row && toRunReportRow(row)
      }),
    findRunInProject: (projectId, id) =>
      read(async (db) => {
        const row = await findInProject(db, projectId, id)
        return row && toRunReportRow(row)
      }),
    listRuns: (projectId, page) => read((db) => listRuns(db, projectId, page)),
    async addEvents(scope, events) {
      if (events.length === 0) return
      const rows = events.map((event) => toEventColumns(scope, event, now()))
      await write(async (trx) => {
        await trx.insertInto('events').values(rows).execute()
      })
    },
    dailyUsage: (projectId, from, to) => read((db) => dailyUsage(db, projectId, from, to)),
    periodUsage: (projectId, from, to) => read((db) => periodUsage(db, projectId, from, to)),
  }
}

async function addRun(
  db: Queryable,
  scope: Scope,
  report: NewRunReport,
  now: string,
): Promise<RunReportRow> {
  const made = await insertRuns(db, [toRunColumns(scope, report, now)])
    .returningAll()
    .executeTakeFirst()
  if (made) return toRunReportRow(made)
  const known = await db
    .selectFrom('run_reports')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('trace_id', '=', report.traceId)
    .executeTakeFirstOrThrow()
  return toRunReportRow(known)
}

/** Reports whose trace is known are left out. */
const insertRuns = (db: Queryable, rows: readonly RunReportsTable[]) =>
  db
    .insertInto('run_reports')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'workspace_id', 'trace_id']).doNothing(),
    )

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

const findInProject = (db: Queryable, projectId: string, id: string) =>
  db
    .selectFrom('run_reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

async function listRuns(
  db: Queryable,
  projectId: string,
  { limit, after, threadId }: Parameters<ReportQueries['listRuns']>[1],
): Promise<readonly RunReportRow[]> {
  let query = db
    .selectFrom('run_reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId)
  if (after !== undefined) {
    const last = await findInProject(db, projectId, after)
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
    )
  }
  return (await query.execute()).map(toRunReportRow)
}

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

export function toRunReportRow(row: Selectable<RunReportsTable>): RunReportRow {
  return {
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
  }
}
