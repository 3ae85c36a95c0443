import { emptySchema, THREAD_ID } from '../../shared/api/common-fields.ts'
import { endRunBodySchema, heartbeatSchema } from '../../shared/api/messages.ts'
import { HEARTBEAT_INTERVAL_MS } from '../../shared/wire/messages.ts'
import { requireRowName } from './find-row.ts'
import { route, type Route } from './route.ts'

const LEASE_ID = 'The lease, from the call that stored the message with open_run.'

/** Leases of clients that write a message themselves; `message-routes.ts` opens them. */
export const leaseRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/threads/:id/runs/:leaseId/heartbeat',
    params: { id: THREAD_ID, leaseId: LEASE_ID },
    summary: 'Say that a message is still being written',
    access: 'user',
    answers: { 200: heartbeatSchema },
    errors: ['not_found', 'run_ended'],
    async handle(c, { params }, { store }) {
      await store.leases.beat(
        c.var.identity,
        requireRowName(params.id),
        requireRowName(params.leaseId),
      )
      return c.json({ heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS })
    },
  }),
  route({
    method: 'POST',
    path: '/threads/:id/runs/:leaseId/end',
    params: { id: THREAD_ID, leaseId: LEASE_ID },
    summary: 'End the run of a message; the first reason stays',
    access: 'user',
    body: endRunBodySchema,
    isBodyOptional: true,
    answers: { 200: emptySchema },
    errors: ['not_found'],
    async handle(c, { params, body: { reason } }, { store }) {
      const { id, leaseId } = params
      await store.leases.end(c.var.identity, requireRowName(id), requireRowName(leaseId), reason)
      return c.json({})
    },
  }),
]
