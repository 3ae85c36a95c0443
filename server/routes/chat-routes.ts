import { Hono } from 'hono'
import {
  ALCOVE_STREAM_HEADER,
  chatBodySchema,
  stopBodySchema,
  type ChatBody,
} from '../../shared/wire/rest.ts'
import type { ApiParts } from './api-parts.ts'
import type { AppEnv } from './app-env.ts'
import { CHAT_BODY_MAX_BYTES, readJsonBody, readOptionalBody } from './json-body.ts'
import { requireRowName, requireStorable } from './stored-name.ts'

/** Nothing on the way may keep, pack or change a stream: each chunk is read as it comes. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}

export function createChatRoutes({ runs, limits }: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      // Before the body: to read one is work too, whatever comes of it.
      limits.takeRun(c.var.identity)
      const body = await readJsonBody(c, chatBodySchema, CHAT_BODY_MAX_BYTES)
      requireNames(body)
      const saves = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const reader = await runs.submit(c.var.identity, body, { saves })
      return new Response(reader.stream(c.req.raw.signal), { headers: STREAM_HEADERS })
    })
    .post('/:id/stop', async (c) => {
      const { requestId } = await readOptionalBody(c, stopBodySchema)
      const thread = requireRowName(c.req.param('id'))
      const request = requestId === undefined ? { thread } : { thread, requestId }
      const removed = await runs.stop(c.var.identity, request)
      return c.json({
        removed: removed.map(({ id, externalId }) => ({ id, external_id: externalId })),
      })
    })
}

function requireNames({ id, messageId, messages }: ChatBody) {
  requireStorable({ id, messageId })
  for (const [index, message] of messages.entries()) {
    requireStorable({ [`messages.${index}.id`]: message.id })
  }
}
