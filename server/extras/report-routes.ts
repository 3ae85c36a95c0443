import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import {
  oneRunReportSchema,
  reportedRunSchema,
  runReportBodySchema,
  runReportListSchema,
  runReportsQuerySchema,
  type runReportSchema,
} from '../../shared/api/runs.ts'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import {
  createCursorError,
  findMessage,
  isRowName,
  requireStorable,
  requireThread,
} from '../routes/find-row.ts'
import { route, type Route, type RouteContext } from '../routes/route.ts'
import type { RunReportRow, Store } from '../store/store.ts'

export const reportRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/runs',
    summary: 'Report a run that the caller watched; a known trace_id gives the existing report',
    access: 'user',
    body: runReportBodySchema,
    storesBody: true,
    answers: { 201: reportedRunSchema },
    errors: ['not_found', 'too_large'],
    async handle(c, { body }, { store }) {
      const { identity } = c.var
      requireNames(body)
      const attributes = reportAttributes(body)
      const thread = await requireThread(store, identity, body.thread_id)
      const message = await findMessage(store, identity, thread.id, body.message_id ?? '')
      const { id } = await store.reports.addRun(identity, {
        threadId: thread.id,
        messageId: message?.id ?? null,
        traceId: body.trace_id ?? null,
        status: body.status,
        modelId: body.model_id ?? null,
        durationMs: whole(body.duration_ms),
        inputTokens: whole(body.input_tokens),
        outputTokens: whole(body.output_tokens),
        attributes,
      })
      return c.json({ run_id: id }, 201)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/runs',
    summary: 'List the reports of the project’s runs, newest first',
    access: 'server',
    query: runReportsQuerySchema,
    answers: { 200: runReportListSchema },
    async handle(c, { query: { limit, after, thread_id: threadId } }, { store }) {
      if (after !== undefined && !(await findReport(c, store, after))) throw createCursorError()
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
    params: { id: 'The report’s id.' },
    summary: 'Read the report of one run',
    access: 'server',
    answers: { 200: oneRunReportSchema },
    errors: ['not_found'],
    async handle(c, { params: { id } }, { store }) {
      const report = await findReport(c, store, id)
      if (!report) throw createRunError()
      return c.json({ run: reportJson(report) })
    },
  }),
]

export const createRunError = (): AlcoveError => new AlcoveError('not_found', 'Run not found')

async function findReport(
  c: RouteContext,
  store: Store,
  id: string,
): Promise<RunReportRow | undefined> {
  return isRowName(id) ? store.reports.findRunInProject(c.var.project.id, id) : undefined
}

const whole = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value)

const requireNames = ({
  thread_id,
  message_id,
  model_id,
}: InferOutput<typeof runReportBodySchema>) => requireStorable({ thread_id, message_id, model_id })

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

/** Fields of a report that have a column. */
const COLUMNS: ReadonlySet<string> = new Set([
  'thread_id',
  'message_id',
  'status',
  'trace_id',
  'model_id',
  'duration_ms',
  'input_tokens',
  'output_tokens',
])
/** Fields of any length, in the order in which they are dropped. */
const BULKY = ['output_text', 'tool_calls', 'steps'] as const

/**
 * Fields of a report without a column. If all are too long together, long texts of known fields are left out:
 * the thread has the answer itself.
 *
 * @throws AlcoveError `too_large`.
 */
export function reportAttributes(report: Readonly<Record<string, unknown>>): JsonObject {
  const limit = REPORT_ATTRIBUTES_MAX_BYTES
  const sizes = new Map(
    Object.entries(report)
      .filter(([name, value]) => !COLUMNS.has(name) && value !== undefined)
      .map(([name, value]) => [name, sizeOf(name, value)]),
  )
  let bytes = sizes.values().reduce((sum, size) => sum + size, 1)
  for (const name of BULKY) {
    if (bytes <= limit) break
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  }
  if (bytes <= limit) {
    // The report was parsed from JSON.
    return Object.fromEntries(sizes.keys().map((name) => [name, report[name]])) as JsonObject
  }
  throw new AlcoveError(
    'too_large',
    `Expected at most ${limit} bytes of JSON besides the known fields.`,
    { data: { limit } },
  )
}

/** As JSON, with a colon and a comma; the missing brace counts for the extra comma. */
const sizeOf = (name: string, value: unknown): number =>
  Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + 2
