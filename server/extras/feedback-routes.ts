import type { InferOutput } from 'valibot'
import { emptySchema, MESSAGE_ID, THREAD_ID } from '../../shared/api/common-fields.ts'
import { feedbackBodySchema, feedbackSchema } from '../../shared/api/messages.ts'
import { readRating } from '../routes/rating.ts'
import { requireMessage, requireStorable, requireThread } from '../routes/find-row.ts'
import { route, type Route, type RouteContext } from '../routes/route.ts'
import { FEEDBACK_SCORE, type ScoreRow, type Store } from '../store/store.ts'

export const feedbackRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/threads/:id/messages/:messageId/feedback',
    params: { id: THREAD_ID, messageId: MESSAGE_ID },
    summary: 'Rate a message; a second rating replaces the first',
    access: 'user',
    body: feedbackBodySchema,
    storesBody: true,
    answers: { 200: feedbackSchema },
    errors: ['not_found'],
    count: (c, { limits }) => limits.takeFeedback(c.var.identity),
    async handle(c, { body }, { store }) {
      const { identity } = c.var
      requireStorable({ comment: body.comment })
      const target = await findTarget(store, c)
      const known = await store.scores.find(identity, FEEDBACK_SCORE, target)
      const score = await store.scores.put(identity, {
        name: FEEDBACK_SCORE,
        dataType: 'boolean',
        value: body.type === 'positive' ? 1 : 0,
        stringValue: null,
        comment: chooseComment(body, known),
        ...target,
      })
      return c.json({
        feedback_id: score.id,
        type: readRating(score),
        ...(score.comment === null ? {} : { comment: score.comment }),
      })
    },
  }),
  route({
    method: 'DELETE',
    path: '/threads/:id/messages/:messageId/feedback',
    params: { id: THREAD_ID, messageId: MESSAGE_ID },
    summary: 'Remove the caller’s rating of a message, if there is one',
    access: 'user',
    answers: { 200: emptySchema },
    errors: ['not_found'],
    count: (c, { limits }) => limits.takeFeedback(c.var.identity),
    async handle(c, _, { store }) {
      await store.scores.remove(c.var.identity, FEEDBACK_SCORE, await findTarget(store, c))
      return c.json({})
    },
  }),
]

/** @throws AlcoveError `not_found` for a thread or message that the caller does not have. */
async function findTarget(store: Store, c: RouteContext) {
  const { identity } = c.var
  const thread = await requireThread(store, identity, c.req.param('id') ?? '')
  const message = await requireMessage(store, identity, thread.id, c.req.param('messageId') ?? '')
  return { threadId: thread.id, messageId: message.id, runId: null }
}

/** A repeated rating keeps its comment; the opposite rating drops it. */
function chooseComment(
  { type, comment }: InferOutput<typeof feedbackBodySchema>,
  known: ScoreRow | undefined,
): string | null {
  if (comment) return comment
  return known && readRating(known) === type ? known.comment : null
}
