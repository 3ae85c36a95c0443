import type { InferOutput } from 'valibot'
import {
  oneRunReportSchema,
  runReportListSchema,
  type runReportSchema,
  runReportsQuerySchema,
} from '../../shared/wire/runs.ts'
import type { RunReportRow } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createCursorError } from './cursor-error.ts'
import { route, type Route, type RouteContext } from './route.ts'
import { createRunError } from './score-routes.ts'
import { isRowName } from './stored-name.ts'

export function createProjectRunRoutes({ store }: ApiParts): readonly Route[] {
  async function find(c: RouteContext, id: string): Promise<RunReportRow | undefined> {
    return isRowName(id) ? store.reports.findRunInProject(c.var.project.id, id) : undefined
  }

  return [
    route({
      method: 'GET',
      path: '/projects/runs',
      summary: 'List the reports of the project’s runs, newest first',
      access: 'server',
      query: runReportsQuerySchema,
      answers: { 200: runReportListSchema },
      async handle(c, { query: { limit, after, thread_id: threadId } }) {
        if (after !== undefined && !(await find(c, after))) throw createCursorError()
        if (threadId !== undefined && !isRowName(threadId)) return c.json({ runs: [] })
        const runs = await store.reports.listRuns(c.var.project.id, {
          limit,
          ...(after === undefined ? {} : { after }),
          ...(threadId === undefined ? {} : { threadId }),
        })
        return c.json({ runs: runs.map(reportJson) })
      },
    }),
    route({
      method: 'GET',
      path: '/projects/runs/:id',
      summary: 'Read the report of one run',
      access: 'server',
      answers: { 200: oneRunReportSchema },
      errors: ['not_found'],
      async handle(c) {
        const report = await find(c, c.req.param('id') ?? '')
        if (!report) throw createRunError()
        return c.json({ run: reportJson(report) })
      },
    }),
  ]
}

function reportJson(row: RunReportRow): InferOutput<typeof runReportSchema> {
  return {
    id: row.id,
    thread_id: row.threadId,
    message_id: row.messageId,
    trace_id: row.traceId,
    workspace_id: row.scope.workspaceId,
    user_id: row.scope.userId,
    status: row.status,
    model_id: row.modelId,
    duration_ms: row.durationMs,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    attributes: row.attributes,
    created_at: row.createdAt,
  }
}
