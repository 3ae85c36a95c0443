import type { InferOutput } from 'valibot'
import {
  scoreBodySchema,
  scoreListSchema,
  scoreSchema,
  scoresQuerySchema,
  type scoreRowSchema,
} from '../../shared/api/scores.ts'
import {
  createCursorError,
  createMessageError,
  isRowName,
  requireStorable,
  requireThread,
} from '../routes/find-row.ts'
import { route, type Route } from '../routes/route.ts'
import type { NewScore, Scope, ScoreRow, Store } from '../store/store.ts'
import { createRunError } from './report-routes.ts'

type ScoreBody = InferOutput<typeof scoreBodySchema>

export const scoreRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/scores',
    summary: 'Score a thread, a message or a run; a second score of that name replaces the first',
    access: 'user',
    body: scoreBodySchema,
    storesBody: true,
    answers: { 201: scoreSchema },
    errors: ['not_found'],
    count: (c, { limits }) => limits.takeFeedback(c.var.identity),
    async handle(c, { body }, { store }) {
      const { identity } = c.var
      const { name, data_type: dataType, value, string_value: category, comment } = body
      requireStorable({ string_value: category, comment })
      const score = await store.scores.put(identity, {
        name,
        dataType,
        value: value === null || value === undefined ? null : Number(value),
        stringValue: category ?? null,
        comment: comment ?? null,
        ...(await findTarget(store, identity, body)),
      })
      const { id, stringValue } = score
      const answer = { score_id: id, name, data_type: dataType, value: score.value }
      return c.json({ ...answer, string_value: stringValue }, 201)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/scores',
    summary: 'List the scores of the project, newest first',
    access: 'server',
    query: scoresQuerySchema,
    answers: { 200: scoreListSchema },
    async handle(c, { query: { limit, after, name } }, { store }) {
      const { id } = c.var.project
      const isKnown =
        after === undefined ||
        (isRowName(after) && (await store.scores.findInProject(id, after)) !== undefined)
      if (!isKnown) throw createCursorError()
      if (name !== undefined && !isRowName(name)) return c.json({ scores: [] })
      const scores = await store.scores.listProject(id, {
        limit,
        ...(after === undefined ? {} : { after }),
        ...(name === undefined ? {} : { name }),
      })
      return c.json({ scores: scores.map(scoreJson) })
    },
  }),
]

type Target = Pick<NewScore, 'threadId' | 'messageId' | 'runId'>

async function findTarget(store: Store, scope: Scope, body: ScoreBody): Promise<Target> {
  const { thread_id: thread, message_id: message, run_id: run } = body
  const none = { threadId: null, messageId: null, runId: null }
  if (typeof thread === 'string') {
    return { ...none, threadId: (await requireThread(store, scope, thread)).id }
  }
  if (typeof message === 'string') {
    const row = isRowName(message)
      ? await store.messages.findInWorkspace(scope, message)
      : undefined
    if (!row) throw createMessageError()
    return { ...none, threadId: row.threadId, messageId: row.id }
  }
  const report =
    typeof run === 'string' && isRowName(run) ? await store.reports.findRun(scope, run) : undefined
  if (!report) throw createRunError()
  return { ...none, runId: report.id }
}

function scoreJson(row: ScoreRow): InferOutput<typeof scoreRowSchema> {
  return {
    score_id: row.id,
    name: row.name,
    data_type: row.dataType,
    value: row.value,
    string_value: row.stringValue,
    comment: row.comment,
    thread_id: row.threadId,
    message_id: row.messageId,
    run_id: row.runId,
    workspace_id: row.scope.workspaceId,
    user_id: row.scope.userId,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
