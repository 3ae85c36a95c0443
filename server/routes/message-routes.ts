import { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import type { JsonObject } from '../../shared/json.ts'
import {
  ALCOVE_STREAM_HEADER,
  createMessageBodySchema,
  MESSAGE_CONTENT_MAX_BYTES,
  MESSAGES_PAGE_MAX,
} from '../../shared/wire/rest.ts'
import type { Scope, Store } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import type { AppEnv } from './app-env.ts'
import { findThread, requireThread } from './find-thread.ts'
import { readJsonBody } from './json-body.ts'
import { parseLimit } from './query-value.ts'
import { messageJson } from './row-json.ts'
import { isRowName, requireStorable } from './stored-name.ts'
import { createCursorError } from './thread-routes.ts'

const MESSAGE_ID_PREFIX = 'msg_'
const UNKNOWN_NAME_TEXT = 'Parent message with external_id not found in thread'

type NewMessageBody = InferOutput<typeof createMessageBodySchema>

export function createMessageRoutes({ store }: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/:id/messages', async (c) => {
      const limit = parseLimit(c.req.query('limit'), MESSAGES_PAGE_MAX, MESSAGES_PAGE_MAX)
      const thread = await findThread(store, c.var.identity, c.req.param('id'))
      // Empty, not 404: clients ask for threads that they are only about to make.
      if (!thread) return c.json({ messages: [] })
      const after = await findCursor(store, c.var.identity, thread.id, c.req.query('after'))
      const format = c.req.query('format')
      const filter = format === undefined || !isRowName(format) ? {} : { format }
      const page = { limit, ...filter, ...(after === undefined ? {} : { after }) }
      const messages = await store.messages.list(c.var.identity, thread.id, page)
      return c.json({ messages: messages.map(messageJson) })
    })
    .post('/:id/messages', async (c) => {
      const body = await readJsonBody(c, createMessageBodySchema)
      const { external_id: externalId = null, format, content } = body
      requireStorable({ external_id: externalId, format })
      requireSmall(content)
      const thread = await requireThread(store, c.var.identity, c.req.param('id'))
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const parent = await findParent(store, c.var.identity, thread.id, body, isOurs)
      const known = await findNamed(store, c.var.identity, thread.id, externalId)
      const message = { parent, externalId, format, content }
      const { id } = await store.messages.append(c.var.identity, thread.id, message)
      return c.json({ message_id: id }, known === id ? 200 : 201)
    })
}

function requireSmall(content: JsonObject) {
  const limit = MESSAGE_CONTENT_MAX_BYTES
  if (Buffer.byteLength(JSON.stringify(content)) <= limit) return
  throw new AlcoveError('too_large', `content: Expected at most ${limit} bytes of JSON.`, {
    data: { limit },
  })
}

async function findCursor(store: Store, scope: Scope, thread: string, after: string | undefined) {
  if (after === undefined) return undefined
  const row = isRowName(after) ? await store.messages.find(scope, thread, after) : undefined
  if (!row) throw createCursorError()
  return row.id
}

/** The row that the caller already gave this name; a repeated call answers 200 instead of 201. */
async function findNamed(store: Store, scope: Scope, thread: string, name: string | null) {
  const row = name === null ? undefined : await store.messages.find(scope, thread, name)
  return row?.id
}

/**
 * Published clients may name a parent by an id that the server never saw, because the parent's own
 * save is still on its way; they expect a root then, not a failure. Ours knows better.
 */
async function findParent(
  store: Store,
  scope: Scope,
  thread: string,
  body: NewMessageBody,
  isOurs: boolean,
): Promise<string | null> {
  const named = body.parent_external_id ?? undefined
  const name = named ?? body.parent_id
  if (name === null) return null
  const row = isRowName(name) ? await store.messages.find(scope, thread, name) : undefined
  if (row) return row.id
  if (named !== undefined) throw new AlcoveError('invalid_request', UNKNOWN_NAME_TEXT)
  if (!isOurs && !name.startsWith(MESSAGE_ID_PREFIX)) return null
  throw new AlcoveError('invalid_request', ERROR_TEXTS.parentNotFound)
}
