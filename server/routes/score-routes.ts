import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { scoreBodySchema, scoreSchema } from '../../shared/wire/scores.ts'
import type { NewScore, Scope, Store } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createMessageError } from './find-message.ts'
import { requireThread } from './find-thread.ts'
import { route, type Route } from './route.ts'
import { isRowName, requireStorable } from './stored-name.ts'

type ScoreBody = InferOutput<typeof scoreBodySchema>

export const createScoreRoutes = ({ store, limits }: ApiParts): readonly Route[] => [
  route({
    method: 'POST',
    path: '/scores',
    summary: 'Score a thread, a message or a run; a second score of that name replaces the first',
    access: 'user',
    body: scoreBodySchema,
    answers: { 201: scoreSchema },
    errors: ['not_found'],
    count: (c) => limits.takeFeedback(c.var.identity),
    async handle(c, { body }) {
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

export const createRunError = (): AlcoveError => new AlcoveError('not_found', 'Run not found')
