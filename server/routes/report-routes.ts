import type { InferOutput } from 'valibot'
import { reportedRunSchema, runReportBodySchema } from '../../shared/wire/runs.ts'
import type { ApiParts } from './api-parts.ts'
import { findMessage } from './find-message.ts'
import { requireThread } from './find-thread.ts'
import { reportAttributes } from './report-attributes.ts'
import { route, type Route } from './route.ts'
import { requireStorable } from './stored-name.ts'

export const createReportRoutes = ({ store }: ApiParts): readonly Route[] => [
  route({
    method: 'POST',
    path: '/runs',
    summary: 'Report a run that the caller watched; a known trace_id gives the existing report',
    access: 'user',
    body: runReportBodySchema,
    answers: { 201: reportedRunSchema },
    errors: ['not_found', 'too_large'],
    async handle(c, { body }) {
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
]

const whole = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value)

const requireNames = ({
  thread_id,
  message_id,
  model_id,
}: InferOutput<typeof runReportBodySchema>) => requireStorable({ thread_id, message_id, model_id })
