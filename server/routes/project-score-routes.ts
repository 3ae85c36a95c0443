import type { InferOutput } from 'valibot'
import {
  scoreListSchema,
  type scoreRowSchema,
  scoresQuerySchema,
} from '../../shared/wire/scores.ts'
import type { ScoreRow } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createCursorError } from './cursor-error.ts'
import { route, type Route } from './route.ts'
import { isRowName } from './stored-name.ts'

export const createProjectScoreRoutes = ({ store }: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/projects/scores',
    summary: 'List the scores of the project, newest first',
    access: 'server',
    query: scoresQuerySchema,
    answers: { 200: scoreListSchema },
    async handle(c, { query: { limit, after, name } }) {
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
