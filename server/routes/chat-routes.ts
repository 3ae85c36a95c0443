import {
  ALCOVE_STREAM_HEADER,
  chatBodySchema,
  stopBodySchema,
  stoppedSchema,
  type ChatBody,
} from '../../shared/wire/chat.ts'
import type { ApiParts } from './api-parts.ts'
import { findThread } from './find-thread.ts'
import { requireRoom } from './require-room.ts'
import { route, type Route } from './route.ts'
import { requireRowName, requireStorable } from './stored-name.ts'
import { STREAM_HEADERS } from './stream-headers.ts'

export const createChatRoutes = ({ store, runs, limits }: ApiParts): readonly Route[] => [
  route({
    method: 'POST',
    path: '/chat',
    summary: 'Send a message, go on with an answer that waits, or ask for one again; it streams',
    access: 'user',
    body: chatBodySchema,
    bodyLimit: 'runBodyBytes',
    headers: {
      [ALCOVE_STREAM_HEADER]: '1: the server saves the turn, and may send chunks of its own',
    },
    answers: {
      200: { mediaTypes: ['text/event-stream'], description: 'A UI message stream, version 1' },
    },
    errors: [
      'not_found',
      'run_active',
      'conflict',
      'idempotency_mismatch',
      'quota_exceeded',
      'file_rejected',
    ],
    count: (c) => limits.takeRun(c.var.identity),
    async handle(c, { body }) {
      requireNames(body)
      const { identity, base, address } = c.var
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const saves = isOurs || c.var.project.savesForeignChats
      // The call makes a thread that is not there yet: the same limits hold as for making one.
      if (saves && !(await findThread(store, identity, body.id))) {
        await limits.takeThread(identity)
        await requireRoom(store, limits, identity)
      }
      const hold = () => limits.holdRun(identity, address)
      const reader = await runs.submit(identity, body, { saves, isOurs, base, hold })
      return c.body(reader.stream(c.req.raw.signal), 200, STREAM_HEADERS)
    },
  }),
  route({
    method: 'POST',
    path: '/chat/:id/stop',
    summary: 'Stop the answer of a thread, and say which messages were taken back',
    access: 'user',
    body: stopBodySchema,
    isBodyOptional: true,
    answers: { 200: stoppedSchema },
    async handle(c, { body: { requestId } }) {
      const thread = requireRowName(c.req.param('id') ?? '')
      const request = requestId === undefined ? { thread } : { thread, requestId }
      const removed = await runs.stop(c.var.identity, request)
      return c.json({
        removed: removed.map(({ id, externalId }) => ({ id, external_id: externalId })),
      })
    },
  }),
]

function requireNames({ id, messageId, messages }: ChatBody) {
  requireStorable({ id, messageId })
  for (const [index, message] of messages.entries()) {
    requireStorable({ [`messages.${index}.id`]: message.id })
  }
}
