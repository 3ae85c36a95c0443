import { acceptedSchema, eventsBodySchema } from '../../shared/api/events.ts'
import { route, type Route } from '../routes/route.ts'
import { requireStorable } from '../routes/find-row.ts'

export const eventRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/events',
    summary: 'Report actions of people, without their texts',
    access: 'user',
    body: eventsBodySchema,
    answers: { 202: acceptedSchema },
    async handle(c, { body: { events } }, { store, limits }) {
      await limits.takeEvents(c.var.identity, events.length)
      const rows = events.map((event) => {
        const { kind, thread_id, message_id, run_id, value, props } = event
        requireStorable({ thread_id, message_id, run_id })
        return {
          kind,
          threadId: thread_id ?? null,
          messageId: message_id ?? null,
          runId: run_id ?? null,
          value: value ?? null,
          props: props ?? null,
        }
      })
      await store.reports.addEvents(c.var.identity, rows)
      return c.json({ accepted: rows.length }, 202)
    },
  }),
]
